import type { RepeatableSentence, SinliSentence } from '../messages/sinli/sinli.ts'

/** A possible oddity in a decodable file. Source: docs/sinli.md. */
export type WarningCode =
  | 'ARTICULO_NO_IDENTIFICADO'
  | 'CABECERA_AUSENTE'
  | 'CABECERA_REPETIDA'
  | 'CAMPO_ILEGIBLE'
  | 'CAMPO_VACIO'
  | 'CODIFICACION_UTF16'
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
  | 'REGISTRO_DESPLAZADO'
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

/** A warning: its code, its line (from 1; null for the whole file) and a sentence. */
export type Warning = { code: WarningCode; line: number | null; sentence: SinliSentence }

/** Collects the warnings of one file. */
export type Warnings = {
  /** Adds a warning that is listed separately. */
  add: (code: WarningCode, line: number | null, sentence: SinliSentence) => void
  /** Counts a warning that may apply to every record: listed once, with the first line and the count. */
  countOnce: (code: WarningCode, line: number, sentence: RepeatableSentence) => void
  list: () => Warning[]
}

/** Maximum listed warnings per code; further ones are only counted, so that bad files cannot exhaust memory. */
const maxPerCode = 1000

/** Creates an empty collection of warnings. */
export function collectWarnings(): Warnings {
  const listed: Warning[] = []
  const counts = new Map<WarningCode, number>()
  const counted = new Map<string, Counted>()
  return {
    add: (code, line, sentence) => {
      const count = (counts.get(code) ?? 0) + 1
      counts.set(code, count)
      if (count <= maxPerCode) listed.push({ code, line, sentence })
    },
    countOnce: (code, line, sentence) => {
      const key = JSON.stringify(sentence)
      const existing = counted.get(key)
      if (existing) existing.times++
      else counted.set(key, { code, line, sentence, times: 1 })
    },
    list: () => [...listed, ...[...counted.values()].map(asWarning), ...unlisted(counts)].sort(byLine),
  }
}

type Counted = Pick<Warning, 'code' | 'line'> & { sentence: RepeatableSentence; times: number }

function asWarning({ times, code, line, sentence }: Counted): Warning {
  const parameters = { ...sentence.parameters, ...(times > 1 && { times }) }
  return { code, line, sentence: { ...sentence, parameters } as RepeatableSentence }
}

function unlisted(counts: ReadonlyMap<WarningCode, number>): Warning[] {
  return [...counts]
    .filter(([, count]) => count > maxPerCode)
    .map(([code, count]) => ({
      code,
      line: null,
      sentence: { code: 'MORE_WARNINGS', parameters: { count: count - maxPerCode } },
    }))
}

// Sorts warnings about the whole file first, then by line.
const byLine = (a: Warning, b: Warning) => (a.line ?? 0) - (b.line ?? 0)
