import { inSpanish } from '../format.ts'
import type { Translated } from '../catalogue.ts'
import type { OtlpItems, telemetryInEnglish } from './en.ts'

const items: Readonly<Record<OtlpItems, string>> = {
  spans: 'spans',
  'data points': 'puntos de datos',
  'log records': 'registros de log',
}

/** Sentences about requests of OpenTelemetry that cannot be read. */
export const telemetryInSpanish: Translated<typeof telemetryInEnglish> = {
  OTLP_PARTS_TOO_MANY: ({ max }) => `La petición tiene más de ${inSpanish(max)} partes: envía menos de cada vez.`,
  OTLP_BINS_TOO_MANY: ({ max }) => `Un punto de datos tiene más de ${inSpanish(max)} intervalos.`,
  OTLP_ITEMS_TOO_MANY: ({ max, items: named }) =>
    `La petición tiene más de ${inSpanish(max)} ${items[named]}: envía menos de cada vez.`,
  OTLP_NOT_LIST: ({ field }) => `«${field}» no es una lista.`,
  OTLP_NOT_OBJECT: ({ field }) => `«${field}» no es un objeto.`,
  OTLP_NOT_PROTOBUF: ({ message }) => `El cuerpo de la petición no es un ${message} en protobuf.`,
  OTLP_NOT_JSON: ({ message }) => `El cuerpo de la petición no es un ${message} en JSON.`,
}
