import { render, type Sentence } from '../messages/sentences.ts'
import type { Language } from './language.ts'

/** A problem with a part of a request. */
export type FieldError = { field: string; sentence: Sentence }

/** A problem with a part of a request, in a language. */
export const inLanguage = ({ field, sentence }: FieldError, language: Language) => ({
  field,
  message: render(sentence, language),
  sentence,
})

/** The code of a domain error; REST and GraphQL map it to their own. */
export type DomainErrorCode =
  | 'INVALID_INPUT'
  | 'UNAUTHENTICATED'
  | 'FORBIDDEN'
  | 'NOT_FOUND'
  | 'CONFLICT'
  | 'CONDITION_HOLDS'
  | 'KEY_REUSED'
  | 'TOO_LARGE'
  | 'UNSUPPORTED_MEDIA_TYPE'
  | 'TOO_MANY_ATTEMPTS'
  | 'UNAVAILABLE'

/** The rules that a change may violate, for clients that distinguish them. */
export const conflictReasons = [
  'LAST_ADMINISTRATOR',
  'PROVIDER_DECIDES_ROLE',
  'PROVIDER_KEEPS_PASSWORD',
  'LATENCY_NOT_THE_CAUSE',
  'LATENCY_OVER_LIMIT',
  'LATENCY_UNKNOWN',
  'TRAFFIC_IS_USUAL',
  'NOTHING_TO_TELL',
] as const

/** The rule that a CONFLICT is about. */
export type ConflictReason = (typeof conflictReasons)[number]

/**
 * Details of an error for programs, beside its code: the field that is wrong, the numbers that decided, or the rule that
 * was contradicted.
 */
export type ErrorDetails = {
  /** The invalid argument or field, as the client names it. */
  field?: string
  /** All problems, each with its place in the request. */
  errors?: readonly FieldError[]
  /** The numbers that show that a condition still holds. */
  evidence?: object
  /** The numbers in `evidence` as a Spanish sentence. */
  evidenceReason?: string
  /** The names of subjects that would depend on each other in a circle, each on the next; ten at most. */
  circle?: readonly string[]
  /** The reason for a CONFLICT; absent if a concurrent change came first. */
  reason?: ConflictReason
}

/** An expected error that the caller can understand and act on. */
export class DomainError extends Error {
  readonly code: DomainErrorCode
  /** The message in parts. */
  readonly sentence: Sentence
  /** Seconds to wait before trying again; null if waiting does not help. */
  readonly retryAfterSeconds: number | null
  readonly details: ErrorDetails

  constructor(
    code: DomainErrorCode,
    sentence: Sentence,
    retryAfterSeconds: number | null = null,
    details: ErrorDetails = {},
  ) {
    super(render(sentence, 'en'))
    this.name = 'DomainError'
    this.code = code
    this.sentence = sentence
    this.retryAfterSeconds = retryAfterSeconds
    this.details = details
  }
}

/** The message of an error in a language. */
export const messageOf = ({ sentence }: DomainError, language: Language): string => render(sentence, language)

/** An INVALID_INPUT error that names the argument or field that is wrong. */
export const invalidField = (field: string, sentence: Sentence): DomainError =>
  new DomainError('INVALID_INPUT', sentence, null, { field })

/** A CONFLICT error that names the rule it is about. */
export const conflict = (reason: ConflictReason, sentence: Sentence): DomainError =>
  new DomainError('CONFLICT', sentence, null, { reason })

/** The gateway cannot start, for a reason that the person starting it can fix. */
export class StartupError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'StartupError'
  }
}

/** The message of any thrown value; of an AggregateError, the message of its first error. */
export function errorMessage(error: unknown): string {
  const [first] = error instanceof AggregateError ? (error.errors as unknown[]) : [error]
  return first instanceof Error ? first.message : String(first)
}
