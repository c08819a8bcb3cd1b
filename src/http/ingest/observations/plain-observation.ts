import { operationNouns, type OperationNoun } from '../../../lib/kinds.ts'

/** An observation in the form that most have: no trace id, texts in ASCII, and times in UTC. */
export type PlainObservation = { durationMs: number; at?: string } & (
  | { kind: 'endpoint'; method: string; path: string; status: number; error?: undefined }
  | { kind: OperationNoun; id: string; ok: boolean }
) & { traceId?: undefined; errorType?: undefined }

/** Matches printable ASCII, which contains no forbidden character. */
const plainText = /^[ -~]{1,300}$/

/** Matches a time in UTC on day 1 to 28, which every month has. */
const plainTime = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,9})?Z$/

const maxDurationMs = 86_400_000

/**
 * Whether an observation is plain and valid by its schema; much faster than the schema. Other observations, valid or
 * not, are left to the schema.
 */
export function isPlainObservation(entry: unknown): entry is PlainObservation {
  if (typeof entry !== 'object' || entry === null) return false
  const fields = entry as Fields
  return isPlainMeasure(fields) && (fields.kind === 'endpoint' ? isPlainRequest(fields) : isPlainOperation(fields))
}

type Field =
  'kind' | 'method' | 'path' | 'status' | 'error' | 'id' | 'ok' | 'durationMs' | 'at' | 'traceId' | 'errorType'
type Fields = Partial<Record<Field, unknown>>

const isPlainMeasure = ({ durationMs, at, traceId, errorType }: Fields) =>
  isNumberFrom(0, durationMs, maxDurationMs) &&
  (at === undefined || (typeof at === 'string' && plainTime.test(at))) &&
  traceId === undefined &&
  errorType === undefined

const isPlainRequest = ({ method, path, status, error }: Fields) =>
  isPlainText(method) &&
  isPlainText(path) &&
  isNumberFrom(100, status, 599) &&
  Number.isInteger(status) &&
  error === undefined

const isPlainOperation = ({ kind, id, ok }: Fields) =>
  (operationNouns as readonly unknown[]).includes(kind) && isPlainText(id) && typeof ok === 'boolean'

const isPlainText = (value: unknown) => typeof value === 'string' && plainText.test(value)

const isNumberFrom = (least: number, value: unknown, most: number) =>
  typeof value === 'number' && value >= least && value <= most
