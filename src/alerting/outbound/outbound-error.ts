import { errorMessage } from '../../lib/errors.ts'

/** A request that is refused before anything is sent. Its message is shown to operators. */
export class OutboundError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'OutboundError'
  }
}

const sentences: Readonly<Record<string, string>> = {
  ENOTFOUND: 'The name of the host does not exist.',
  EAI_AGAIN: 'The name of the host cannot be resolved at present.',
  ECONNREFUSED: 'The host refuses connections.',
  ECONNRESET: 'The host closed the connection without an answer.',
  EPIPE: 'The host closed the connection without an answer.',
  EHOSTUNREACH: 'The host cannot be reached.',
  ENETUNREACH: 'The host cannot be reached.',
  ETIMEDOUT: 'The host cannot be reached.',
}

/** Explains to operators why a request got no response. Includes no part of the URL except its host. */
export function describeFailure(error: unknown, signal: AbortSignal, timeoutMs: number): string {
  if (signal.aborted) return `No answer within ${timeoutMs / 1_000} s.`
  if (error instanceof OutboundError) return error.message
  const code = codeOf(error)
  const sentence = sentences[code]
  if (sentence !== undefined) return sentence
  return /CERT|TLS|SSL|ERR_OUT_OF|SIGNATURE|ISSUER/.test(code)
    ? `The certificate or TLS of the host is not accepted: ${errorMessage(error)}.`
    : `The request failed: ${errorMessage(error)}.`
}

function codeOf(error: unknown): string {
  const [first] = error instanceof AggregateError ? (error.errors as unknown[]) : [error]
  return first instanceof Error && 'code' in first && typeof first.code === 'string' ? first.code : ''
}
