import type { Wording } from './wording.ts'

/** Reasons of states. */
export const reasonsInSpanish: Wording = {
  language: 'es',
  locale: 'es-ES',
  sentences: {
    ERRORS_FAILING: ({ count, limit }) => `${count}${limit}.`,
    ERRORS_DEGRADED: ({ count, limit }) => `${count}${limit}.`,
    SLOW: ({ count, limit, p95 }) => `${count}${limit}${p95}.`,
    SILENCE_FAILING: ({ silence }) => `No llega ninguna muestra desde hace ${silence}, aunque su horario las prevé.`,
    TRAFFIC_DROP: ({ traffic }) => `Llegan menos peticiones de lo habitual: ${traffic}.`,
    PARTLY_RECOVERED: ({ count, exit }) => `Recuperado en parte: ${count}${exit}.`,
    RECOVERED: ({ count, exit, traffic }) => `Recuperado: ${traffic || `${count}${exit}`}.`,
    FIRST_SAMPLE: ({ count }) => `Ha llegado la primera muestra correcta: ${count}.`,
    NO_DATA: ({ silence, service }) => `No llega ninguna muestra desde hace ${silence}${service}.`,
    DATA_RETURNED: ({ count }) => `Vuelven a llegar muestras: ${count}.`,
    RESOLVED_BY_HAND: ({ count }) => `Un operador dio por resuelto el incidente: ${count}.`,
    REMOVED: () => 'Se ha retirado.',
  },
  nothingReceived: 'Aún no ha llegado ninguna muestra.',
  noSamples: 'sin muestras',
  reports: {
    ofService: (silence, every) => `No informa desde hace ${silence}${every}.`,
    refused: (silence, refusal) => `No se acepta ningún informe suyo desde hace ${silence}: envía, pero ${refusal}.`,
    ofAll: (silence, late, n) => `Ningún servicio vigilado informa desde hace ${silence}: ${late} de ${n} con retraso.`,
    ofSubject: (service, last) => `; su servicio, ${service}, informó por última vez el ${last}`,
    every: (duration) => `; debe informar cada ${duration}`,
  },
  share: ({ bad, n, isOne, isSlow }) => `${bad} de ${n} ${isSlow ? 'lenta' : 'fallida'}${isOne ? '' : 's'}`,
  period: (duration) => ` en ${duration}`,
  limit: (percent) => `; el límite es ${percent} %`,
  exit: (percent, isBound) =>
    `, dentro del límite de salida de ${percent} %${isBound ? ' por el margen de error' : ''}`,
  silence: (duration) => `ninguna muestra en ${duration}`,
  p95: (ms) => `; p95 de ${ms} ms`,
  usual: (p95, usual, budget) => `; p95 ${p95} ms; lo habitual es ${usual} ms (límite ${budget} ms)`,
  perMinute: (n) => `${n} por minuto`,
  expected: (n, share) =>
    share === null
      ? `; se espera${n === '1' ? '' : 'n'} al menos ${n}`
      : `, al menos el ${share} % de lo que se espera (${n})`,
}
