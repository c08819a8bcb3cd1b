// cspell:ignore milisegundos
import { inSpanish } from '../format.ts'
import { subjectInSpanish } from '../words.ts'
import type { Translated } from '../catalogue.ts'
import type { observationsInEnglish } from './en.ts'

/** Sentences about reported observations that are not taken. */
export const observationsInSpanish: Translated<typeof observationsInEnglish> = {
  OBSERVED_TEXT_INVALID: ({ field }) => `«${field}» debe ser un texto.`,
  OBSERVED_TEXT_EMPTY: ({ field }) => `«${field}» no puede estar vacío.`,
  OBSERVED_TEXT_TOO_LONG: ({ field, max }) => `«${field}» debe tener ${inSpanish(max)} caracteres como mucho.`,
  OBSERVED_TEXT_NOT_STORABLE: ({ field }) => `«${field}» no puede tener NUL ni medio carácter.`,
  OBSERVED_TIME_INVALID: ({ field }) =>
    `«${field}» debe ser una fecha ISO 8601 con zona horaria, por ejemplo 2026-01-01T00:00:00Z.`,
  OBSERVED_NUMBER_NOT_WHOLE: ({ field }) => `«${field}» debe ser un número entero.`,
  OBSERVED_NUMBER_TOO_SMALL: ({ field, min }) => `«${field}» debe ser ${inSpanish(min)} como mínimo.`,
  OBSERVED_NUMBER_TOO_LARGE: ({ field, max }) => `«${field}» debe ser ${inSpanish(max)} como mucho.`,
  OBSERVED_LIST_INVALID: ({ field }) => `«${field}» debe ser una lista.`,
  OBSERVED_LIST_TOO_LONG: ({ field, max }) => `«${field}» debe tener ${inSpanish(max)} elementos como mucho.`,
  OBSERVED_KIND_UNKNOWN: () => '«kind» debe ser endpoint, library o integration.',
  OBSERVED_OK_INVALID: () => '«ok» debe ser true o false.',
  OBSERVED_STATUS_INVALID: () => '«status» debe ser un código de estado HTTP.',
  OBSERVED_ERROR_UNKNOWN: () => '«error» debe ser timeout o connection.',
  OBSERVED_STATUS_OR_ERROR: () => 'Un endpoint lleva «status» o, si no hubo respuesta, «error».',
  OBSERVED_TRACE_INVALID: () => '«traceId» debe tener 32 cifras hexadecimales, no todas 0.',
  OBSERVED_DURATION_INVALID: () => '«durationMs» debe ser un número de milisegundos.',
  OBSERVED_DURATION_TOO_LONG: () => '«durationMs» debe ser de un día como mucho.',
  OBSERVED_BOUND_INVALID: () => 'Un límite debe ser un número de milisegundos.',
  OBSERVED_BOUND_NOT_POSITIVE: () => 'Un límite debe ser mayor que 0.',
  OBSERVED_BOUND_TOO_LARGE: () => 'Un límite debe ser de un día como mucho.',
  OBSERVED_BOUNDS_NOT_ASCENDING: () => '«durations.bounds» debe ir de menor a mayor.',
  OBSERVED_DURATIONS_INVALID: () => '«durations» debe tener bounds y counts.',
  OBSERVED_COUNTS_NOT_OF_BOUNDS: () => '«durations» debe tener un elemento más en counts que en bounds.',
  OBSERVED_COUNTS_NOT_OF_COUNT: () => 'Los «durations.counts» deben sumar «count».',
  OBSERVED_BAD_OVER_COUNT: () => '«bad» debe ser «count» como mucho.',
  OBSERVED_PERIOD_NOT_ORDERED: () => '«from» debe ser anterior a «to».',
  OBSERVED_PERIOD_TOO_LONG: () => 'De «from» a «to» debe haber 60 minutos como mucho.',
  OBSERVATIONS_TOO_MANY: ({ max }) => `Se aceptan ${inSpanish(max)} observaciones de una vez como mucho.`,

  SAMPLE_TOO_OLD: () => 'Es de hace más de 60 minutos.',
  SAMPLE_AHEAD: () => 'Está más de 1 minuto en el futuro.',
  SUBJECT_OF_VIGIA: ({ key }) => `El identificador ${key} está reservado para lo que observa la propia Vigía.`,
  ENDPOINT_NOT_LISTED: ({ key }) => `Ningún endpoint del inventario es ${key}.`,
  ENDPOINT_RETIRED: ({ key }) => `El endpoint ${key} se ha retirado.`,
  SUBJECT_NOT_REGISTERED: ({ kind, key, put }) => `No existe ${subjectInSpanish(kind)} ${key}: se registra con ${put}.`,
  SUBJECT_RETIRED: ({ kind, key, put }) => `Se ha retirado ${subjectInSpanish(kind)} ${key}: se recupera con ${put}.`,
}
