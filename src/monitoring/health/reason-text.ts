import type { Evidence, ReasonCode } from './rule/state.ts'

/** Explains in a Spanish sentence why a subject is in its state, with the numbers that decided. */
export function explain(evidence: Evidence): string {
  const said = knownCode.get(evidence)
  if (said !== undefined) return said
  const sentence = sentences[evidence.code](evidence)
  knownCode.set(evidence, sentence)
  return sentence
}

// Cached: the same evidence, which is never modified, is explained repeatedly while the state lasts.
const knownCode = new WeakMap<Evidence, string>()

const sentences: Readonly<Record<ReasonCode, (evidence: Evidence) => string>> = {
  ERRORS_FAILING: (evidence) => `${count(evidence)}${limit(evidence)}.`,
  ERRORS_DEGRADED: (evidence) => `${count(evidence)}${limit(evidence)}.`,
  SLOW: (evidence) => `${count(evidence, 'lenta')}${limit(evidence)}${p95(evidence)}.`,
  SILENCE_FAILING: (evidence) =>
    `No llega ninguna muestra desde hace ${silence(evidence)}, aunque su horario las prevé.`,
  PARTLY_RECOVERED: (evidence) => `Recuperado en parte: ${count(evidence)}${exit(evidence)}.`,
  RECOVERED: (evidence) => `Recuperado: ${count(evidence)}${exit(evidence)}.`,
  FIRST_SAMPLE: (evidence) => `Ha llegado la primera muestra correcta: ${count(evidence)}.`,
  NO_DATA: (evidence) => `No llega ninguna muestra desde hace ${silence(evidence)}.`,
  DATA_RETURNED: (evidence) => `Vuelven a llegar muestras: ${count(evidence)}.`,
  RESOLVED_BY_HAND: (evidence) => `Un operador dio por resuelta la incidencia: ${count(evidence)}.`,
}

function count({ n, bad, windowSeconds }: Evidence, participle = 'fallida'): string {
  if (n === 0) return 'sin muestras'
  const share = `${decimals(Math.round((bad / n) * 10_000) / 100)} %`
  const period = windowSeconds === null ? '' : ` en ${stretch(windowSeconds)}`
  return `${whole(bad)} de ${whole(n)} ${bad === 1 ? participle : `${participle}s`}${period} (${share})`
}

const limit = ({ threshold }: Evidence) => (threshold === null ? '' : `; el límite es ${decimals(threshold)} %`)

const exit = ({ threshold }: Evidence) =>
  threshold === null ? '' : `, dentro del límite de salida de ${decimals(threshold)} %`

const p95 = (evidence: Evidence) => (evidence.p95 === null ? '' : `; p95 de ${whole(evidence.p95)} ms`)

const silence = ({ windowSeconds }: Evidence) => stretch(windowSeconds ?? 0)

function stretch(seconds: number): string {
  if (seconds < 120) return `${whole(seconds)} s`
  if (seconds < 7200) return `${whole(Math.round(seconds / 60))} min`
  return `${decimalsIfAny(Math.round(seconds / 360) / 10)} h`
}

const spanish = (options?: Intl.NumberFormatOptions) => {
  const numbers = new Intl.NumberFormat('es-ES', options)
  return (value: number) => numbers.format(value)
}

// Created once: creating an `Intl.NumberFormat` is far slower than using it.
const whole = spanish()
const decimals = spanish({ minimumFractionDigits: 2, maximumFractionDigits: 2 })
const decimalsIfAny = spanish({ maximumFractionDigits: 1 })
