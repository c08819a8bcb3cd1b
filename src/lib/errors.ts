/** What a refusal is about; each edge translates it into its own vocabulary. */
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

/** A refusal the caller can understand and act on. Anything else that is thrown is a bug. */
export class DomainError extends Error {
  readonly code: RefusalCode
  /** When it makes sense to try again, in seconds; null where waiting does not help. */
  readonly retryAfterSeconds: number | null

  constructor(code: RefusalCode, message: string, retryAfterSeconds: number | null = null) {
    super(message)
    this.name = 'Refusal'
    this.code = code
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** The gateway cannot start, for a reason the person who starts it can act on. */
export class StartupError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'CannotStart'
  }
}

/** What an error says, whatever was thrown. */
export function errorMessage(error: unknown): string {
  const [first] = error instanceof AggregateError ? (error.errors as unknown[]) : [error]
  return first instanceof Error ? first.message : String(first)
}
