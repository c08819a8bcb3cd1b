import { errorMessage } from '../../lib/errors.ts'
import { render, type Sentence } from '../../messages/sentences.ts'

/** A request that is refused before anything is sent. Its sentence is shown to operators. */
export class OutboundError extends Error {
  readonly sentence: Sentence

  constructor(sentence: Sentence) {
    super(render(sentence, 'en'))
    this.name = 'OutboundError'
    this.sentence = sentence
  }
}

const unreachable: Sentence = { code: 'HOST_UNREACHABLE', parameters: {} }
const closed: Sentence = { code: 'HOST_CLOSED', parameters: {} }

const sentences: Readonly<Record<string, Sentence>> = {
  ENOTFOUND: { code: 'HOST_UNKNOWN', parameters: {} },
  EAI_AGAIN: { code: 'HOST_NOT_RESOLVED', parameters: {} },
  ECONNREFUSED: { code: 'HOST_REFUSES', parameters: {} },
  ECONNRESET: closed,
  EPIPE: closed,
  EHOSTUNREACH: unreachable,
  ENETUNREACH: unreachable,
  ETIMEDOUT: unreachable,
}

/** Explains to operators why a request got no response. Includes no part of the URL except its host. */
export function describeFailure(error: unknown, signal: AbortSignal, timeoutMs: number): Sentence {
  if (signal.aborted) return { code: 'HOST_SILENT', parameters: { seconds: timeoutMs / 1_000 } }
  if (error instanceof OutboundError) return error.sentence
  const code = codeOf(error)
  const sentence = sentences[code]
  if (sentence !== undefined) return sentence
  const isOfTls = /CERT|TLS|SSL|ERR_OUT_OF|SIGNATURE|ISSUER/.test(code)
  return { code: isOfTls ? 'CERTIFICATE_REFUSED' : 'SENDING_FAILED', parameters: { error: errorMessage(error) } }
}

function codeOf(error: unknown): string {
  const [first] = error instanceof AggregateError ? (error.errors as unknown[]) : [error]
  return first instanceof Error && 'code' in first && typeof first.code === 'string' ? first.code : ''
}
