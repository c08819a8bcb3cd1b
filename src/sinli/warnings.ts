/** What may be odd about a file that could be decoded nevertheless; docs/sinli.md says what each means. */
export type WarningCode =
  | 'ARTICULO_NO_IDENTIFICADO'
  | 'CABECERA_AUSENTE'
  | 'CABECERA_REPETIDA'
  | 'CAMPO_ILEGIBLE'
  | 'CAMPO_VACIO'
  | 'CODIFICACION_UTF8'
  | 'DESTINATARIO_AUSENTE'
  | 'DOCUMENTO_INCOHERENTE'
  | 'EAN_INVALIDO'
  | 'EMISOR_AUSENTE'
  | 'IDENTIFICACION_INCOHERENTE'
  | 'IDENTIFICACION_INCOMPLETA'
  | 'ISBN_INVALIDO'
  | 'LINEA_ILEGIBLE'
  | 'RECUENTO_NO_CUADRA'
  | 'REGISTRO_CORTO'
  | 'REGISTRO_DESCONOCIDO'
  | 'REGISTRO_LARGO'
  | 'SEPARADOR_DECIMAL'
  | 'SIN_LINEAS'
  | 'TEXTO_ESCAPADO'
  | 'TEXTO_REPARADO'
  | 'TOTALES_NO_CUADRAN'
  | 'VARIAS_CABECERAS'
  | 'VERSION_INCOHERENTE'
  | 'VERSION_PARCIAL'
  | 'VERSION_SEGUN_LONGITUD'

/** One oddity: its code, the line it stands on (from 1; null where it is about the whole file) and a sentence. */
export type Warning = { code: WarningCode; line: number | null; message: string }

/** Where the warnings of one file come together. */
export type Warnings = {
  /** One that is told by itself. */
  note: (code: WarningCode, line: number | null, message: string) => void
  /** One that may be true of every record: told once, with the first line and how many there are. */
  countOnce: (code: WarningCode, line: number, message: string) => void
  list: () => Warning[]
}

/** Past so many of one code, a warning is only counted: a file of nothing but bad lines must not fill the memory. */
const mostOfOneCode = 1000

/** Warnings of one file, none yet. */
export function collectWarnings(): Warnings {
  const noted: Warning[] = []
  const counts = new Map<WarningCode, number>()
  const tallies = new Map<string, Warning & { times: number }>()
  return {
    note: (code, line, message) => {
      const count = (counts.get(code) ?? 0) + 1
      counts.set(code, count)
      if (count <= mostOfOneCode) noted.push({ code, line, message })
    },
    countOnce: (code, line, message) => {
      const key = `${code} ${message}`
      const known = tallies.get(key)
      if (known) known.times++
      else tallies.set(key, { code, line, message, times: 1 })
    },
    list: () => [...noted, ...[...tallies.values()].map(asWarning), ...leftOut(counts)].sort(byLine),
  }
}

function asWarning({ times, code, line, message }: Warning & { times: number }): Warning {
  return { code, line, message: times === 1 ? message : `${message} So in ${times} records, this being the first.` }
}

function leftOut(counts: ReadonlyMap<WarningCode, number>): Warning[] {
  return [...counts]
    .filter(([, count]) => count > mostOfOneCode)
    .map(([code, count]) => ({ code, line: null, message: `${count - mostOfOneCode} more of these are not listed.` }))
}

// About the whole file first, then in the order of the lines.
const byLine = (a: Warning, b: Warning) => (a.line ?? 0) - (b.line ?? 0)
