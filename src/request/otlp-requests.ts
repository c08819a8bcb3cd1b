import type { IncomingMessage } from 'node:http'
import { encodeMessage } from '../otlp/encode-response.ts'
import type { OtlpFormat } from '../otlp/decode-request.ts'

/** The media types of OTLP over HTTP. */
export const otlpTypes = { json: 'application/json', protobuf: 'application/x-protobuf' } as const

const otlpPath = '/ingest/otlp/'

/** Codes of google.rpc by HTTP status: https://github.com/googleapis/googleapis/blob/master/google/rpc/code.proto */
const codes: Partial<Record<number, number>> = { 401: 16, 403: 7, 404: 5, 405: 12, 429: 8, 500: 13, 503: 14 }
const invalidArgument = 3

/** The code of google.rpc for the HTTP status of an error. */
export const rpcCodeOf = (status: number): number => codes[status] ?? invalidArgument

/** Whether the errors of a request are a google.rpc.Status, as the protocol asks, instead of a problem document. */
export const isOtlpRequest = (req: IncomingMessage & { originalUrl?: string }): boolean =>
  (req.originalUrl ?? req.url ?? '').startsWith(otlpPath)

/** The format of the body by its Content-Type; null if it is neither. */
export function otlpFormatOf({ headers }: Pick<IncomingMessage, 'headers'>): OtlpFormat | null {
  const type = (headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase()
  if (type === otlpTypes.protobuf) return 'protobuf'
  return type === otlpTypes.json ? 'json' : null
}

/** An error as a google.rpc.Status in the format of the request, or as JSON if that is unknown. */
export function otlpStatus(req: IncomingMessage, { status, detail }: { status: number; detail: string }) {
  const message = { code: rpcCodeOf(status), message: detail }
  if (otlpFormatOf(req) === 'protobuf') return { type: otlpTypes.protobuf, body: encodeMessage('Status', message) }
  return { type: otlpTypes.json, body: Buffer.from(JSON.stringify(message)) }
}
