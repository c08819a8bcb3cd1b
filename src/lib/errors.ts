/** The code of a domain error; REST and GraphQL map it to their own. */
export type RefusalCode =
  | 'INVALID_INPUT'
  | 'UNAUTHENTICATED'
  | 'FORBIDDEN'
  | 'NOT_FOUND'
  | 'CONFLICT'
  | 'CONDITION_HOLDS'
  | 'TOO_LARGE'
  | 'UNSUPPORTED_MEDIA_TYPE'
  | 'TOO_MANY_ATTEMPTS'
  | 'UNAVAILABLE'

/** An expected error that the caller can understand and act on. */
export class DomainError extends Error {
  readonly code: RefusalCode
  /** Seconds to wait before trying again; null if waiting does not help. */
  readonly retryAfterSeconds: number | null

  constructor(code: RefusalCode, message: string, retryAfterSeconds: number | null = null) {
    super(message)
    this.name = 'Refusal'
    this.code = code
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** The gateway cannot start, for a reason that the person starting it can fix. */
export class StartupError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'CannotStart'
  }
}

/** The message of any thrown value; of an AggregateError, the message of its first error. */
export function errorMessage(error: unknown): string {
  const [first] = error instanceof AggregateError ? (error.errors as unknown[]) : [error]
  return first instanceof Error ? first.message : String(first)
}
