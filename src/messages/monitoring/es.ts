// cspell:ignore fuérzalo milisegundos múltiplo
import { inSpanish } from '../format.ts'
import { subjectInSpanish, wordOf } from '../words.ts'
import type { Translated } from '../catalogue.ts'
import type { monitoringInEnglish, ThresholdRule } from './en.ts'

const thresholdRules: Readonly<Record<ThresholdRule, string>> = {
  RATIO: 'una proporción mayor que 0 y de 1 como mucho',
  TIME: 'un número de milisegundos, 0 o más',
  WINDOW: 'un número de milisegundos, múltiplo de 10.000 y de 3.600.000 como mucho',
  WINDOW_OR_NONE: 'un número de milisegundos, múltiplo de 10.000, entre 0 y 3.600.000',
  COUNT: 'un número entero, 1 o más',
  COUNT_OF_SEVERAL: 'un número entero, 2 o más',
  FACTOR: 'un factor, 1 o más',
  LEARNED_OR_FIXED: 'LEARNED o FIXED',
  LEARNED_OR_OFF: 'LEARNED o OFF',
  UNKNOWN_OR_FAILING: 'DESCONOCIDO o FALLANDO',
  INTERVAL_OR_NONE: 'un número de milisegundos mayor que 0, o null',
}

const ruleText = wordOf(thresholdRules)

/** Sentences about subjects, their incidents, thresholds, planned work and heartbeats. */
export const monitoringInSpanish: Translated<typeof monitoringInEnglish> = {
  NO_SUBJECT: ({ kind, id }) => `No existe ${subjectInSpanish(kind)} ${id}.`,
  NO_SUBJECT_OF_KIND: ({ kind, id }) => `No existe ${subjectInSpanish(kind)} ${id}.`,
  NO_SUBJECT_NAMED: ({ kind, id }) => `No existe ${subjectInSpanish(kind)} ${id}.`,
  NO_AREA: ({ area }) => `No existe el área ${area}.`,
  NO_SERVICE: ({ id }) => `No existe el servicio ${id}.`,
  NO_INCIDENT: ({ id }) => `No existe el incidente ${id}.`,
  NO_MAINTENANCE: ({ id }) => `No existe el mantenimiento ${id}.`,
  NO_HEARTBEAT: ({ id }) => `No existe la tarea programada ${id}.`,
  NO_HEARTBEAT_OF_SECRET: () => 'No existe ninguna tarea programada con este secreto.',
  NO_ENDPOINTS_OF_SERVICE: ({ service }) => `Ningún servicio ${service} ha declarado sus endpoints.`,
  SUBJECTS_TOO_MANY: ({ max, count }) => `${inSpanish(max)} elementos como mucho; son ${inSpanish(count)}.`,
  UPSTREAM_TOO_MANY: ({ max, count }) =>
    `Un elemento depende de otros ${inSpanish(max)} como mucho; son ${inSpanish(count)}.`,
  UPSTREAM_IS_ITSELF: () => 'Un elemento no puede depender de sí mismo.',
  UPSTREAM_CIRCULAR: ({ circle }) =>
    `Dependerían unos de otros en círculo: ${circle.map((name, index) => `${name} depende de ${circle[(index + 1) % circle.length]}`).join(', ')}.`,
  CRITICAL_BY_SERVICE: () => 'Es el servicio de un endpoint quien declara si es crítico.',
  OWNER_TOO_LONG: ({ max, count }) =>
    `El responsable tiene ${inSpanish(max)} caracteres como mucho; este tiene ${inSpanish(count)}.`,
  RUNBOOK_INVALID: ({ max }) =>
    `La guía debe ser una dirección web que empiece por http:// o https://, de ${inSpanish(max)} caracteres como mucho.`,
  RETIRED_BY_SERVICE: () =>
    'Un endpoint lo retira el catálogo o el servicio que lo declara; aquí solo se retiran librerías e integraciones.',
  INTEGRATION_OF_VIGIA: ({ key }) => `La integración ${key} es de la propia Vigía y no se puede retirar.`,

  THRESHOLD_UNKNOWN: ({ threshold, existing }) => `No existe el umbral «${threshold}»; existen ${existing}.`,
  THRESHOLD_INVALID: ({ threshold, rule, value }) => `El umbral ${threshold} es ${ruleText(rule)}, no ${value}.`,
  THRESHOLDS_NOT_ASCENDING: () =>
    'Las ventanas van de shortWindowMs a mediumWindowMs, longWindowMs y longestWindowMs, ninguna más corta que la anterior.',
  THRESHOLD_OVER_OTHER: ({ threshold, other }) => `El umbral ${threshold} no puede superar ${other}.`,
  THRESHOLD_NEEDS_INTERVAL: () =>
    'Si silenceMeans es FALLANDO, expectedIntervalMs dice cada cuánto se esperan muestras.',
  RHYTHM_OF_SERVICE: () =>
    'Cada cuánto informa un servicio se indica en el servicio (setServiceInterval), no con un umbral de su integración.',

  INCIDENT_ALREADY_YOURS: () => 'Ya atiendes este incidente.',
  INCIDENT_OF_NOBODY: () => 'Nadie atiende este incidente.',
  INCIDENT_TAKEN: ({ name }) => `Este incidente ya lo atiende ${name}.`,
  INCIDENT_TAKEN_BY_OTHER: () => 'Este incidente ya lo atiende otra persona.',
  INCIDENT_RESOLVED: () => 'Este incidente ya está resuelto.',
  INCIDENT_CHANGED: () => 'Otra persona acaba de cambiar este incidente. Míralo de nuevo.',
  CONDITION_HOLDS: ({ evidence }) => `La causa sigue presente: ${evidence.es}`,
  CONDITION_HOLDS_UNLESS_FORCED: ({ evidence }) =>
    `La causa sigue presente: ${evidence.es} Se resuelve por sí solo cuando se recupere; para cerrarlo de todos modos, fuérzalo.`,
  LATENCY_OVER_BUDGET: ({ p95Ms, budgetMs }) =>
    `Su p95 de ${inSpanish(p95Ms)} ms supera el límite más largo que permiten sus umbrales, ${inSpanish(budgetMs)} ms. Sube antes ese límite (slowBudgetMs).`,
  LATENCY_NOT_KNOWN: () => 'No se conoce su latencia actual: no hay ninguna muestra de los últimos cinco minutos.',
  CAUSE_NOT_ACCEPTABLE: () =>
    'Solo se puede dar por normal una latencia mayor que la aprendida o una caída del tráfico; este incidente tiene otra causa.',
  CAUSE_CHANGED: () => 'El incidente tiene ahora otra causa. Míralo de nuevo.',
  TRAFFIC_USUAL: () => 'Su tráfico vuelve a ser el habitual.',
  INCIDENTS_NOT_NAMED: () => 'Indica qué incidentes: con «ids» o con «filter», y no con ambos.',
  INCIDENTS_NONE: () => 'Indica al menos un incidente: «ids» está vacío.',
  INCIDENTS_TOO_MANY: ({ max, count }) =>
    `${inSpanish(max)} incidentes de una vez como mucho; son ${inSpanish(count)}.`,
  INCIDENTS_TOO_MANY_MATCH: ({ max }) =>
    `Coinciden más de ${inSpanish(max)} incidentes, el máximo de una vez. Reduce el filtro.`,
  INCIDENT_IDS_TOO_MANY: ({ max }) => `Se pueden pedir ${inSpanish(max)} incidentes por su identificador como mucho.`,
  NOTE_TOO_LONG: ({ max, count }) =>
    `Una nota tiene ${inSpanish(max)} caracteres como mucho; esta tiene ${inSpanish(count)}.`,
  NOTE_EMPTY: () => 'Escribe algo: la nota no puede estar vacía.',
  REASON_EMPTY: () => 'Di por qué: el motivo no puede estar vacío.',

  END_BEFORE_START: () => 'El final tiene que ser posterior al inicio.',
  END_IN_PAST: () => 'El final tiene que estar en el futuro.',
  PERIOD_TOO_LONG: ({ max }) => `Puede durar ${inSpanish(max)} días como mucho.`,
  START_TOO_FAR: () => 'El inicio tiene que estar a menos de cinco años.',
  TIME_ZONE_UNKNOWN: ({ zone }) => `No existe la zona horaria IANA ${zone}.`,
  MAINTENANCE_OVER: () => 'Este mantenimiento ya ha terminado.',
  RECURRENCE_PARTS_UNKNOWN: ({ parts }) => `«recurrence» es una regla de RFC 5545 con estas partes: ${parts}.`,
  RECURRENCE_PART_INVALID: ({ part }) => `«recurrence» tiene una parte que no es válida: ${part}.`,
  RECURRENCE_WITHOUT_FREQUENCY: ({ frequencies }) => `A «recurrence» le falta FREQ, que es una de ${frequencies}.`,
  RECURRENCE_ENDS_TWICE: () => '«recurrence» tiene COUNT o UNTIL, no ambos.',
  RECURRENCE_WITHOUT_FIRST: () =>
    'La primera ventana, que empieza en «startsAt», tiene que ser una de las que dice «recurrence».',

  HEARTBEAT_INTERVAL_INVALID: ({ min, max }) =>
    `El intervalo es un número entero de segundos, entre ${inSpanish(min)} y ${inSpanish(max)} (366 días).`,
  HEARTBEAT_GRACE_INVALID: ({ min, max }) =>
    `El margen es un número entero de segundos, entre ${inSpanish(min)} y ${inSpanish(max)} (366 días).`,
  BEAT_DURATION_INVALID: ({ max, given }) =>
    `«ms» es un número de milisegundos entre 0 y ${inSpanish(max)} (un día), no «${given}». La ejecución se anota sin él.`,
  BEAT_SECRETS_UNKNOWN: ({ max, seconds }) =>
    `Esta dirección ha nombrado ${inSpanish(max)} tareas desconocidas en un minuto: vuelve a probar en ${inSpanish(seconds)} s.`,
  BEATS_TOO_MANY: ({ max, seconds }) =>
    `Una tarea puede avisar ${inSpanish(max)} veces por minuto, y esta ya lo ha hecho: vuelve a probar en ${inSpanish(seconds)} s.`,
}
