import type { Numbers, Values } from '../catalogue.ts'

/** The items of a request of OpenTelemetry. */
export type OtlpItems = 'spans' | 'data points' | 'log records'

/** Sentences about requests of OpenTelemetry that cannot be read. */
export const telemetryInEnglish = {
  OTLP_PARTS_TOO_MANY: ({ max }: Numbers<'max'>) => `The request has more than ${max} parts: send smaller batches.`,
  OTLP_BINS_TOO_MANY: ({ max }: Numbers<'max'>) => `A data point has more than ${max} bins.`,
  OTLP_ITEMS_TOO_MANY: ({ max, items }: Numbers<'max'> & Readonly<{ items: OtlpItems }>) =>
    `The request has more than ${max} ${items}: send smaller batches.`,
  OTLP_NOT_LIST: ({ field }: Values<'field'>) => `"${field}" is not a list.`,
  OTLP_NOT_OBJECT: ({ field }: Values<'field'>) => `"${field}" is not an object.`,
  OTLP_NOT_PROTOBUF: ({ message }: Values<'message'>) => `The body is no ${message} in protobuf.`,
  OTLP_NOT_JSON: ({ message }: Values<'message'>) => `The body is no ${message} in JSON.`,
}
