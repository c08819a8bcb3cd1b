import { DomainError, type DomainErrorCode } from '../../lib/errors.ts'

/** A sign-in with the identity provider that failed, for a person in a browser: the sentence in Spanish too. */
export class OidcError extends DomainError {
  readonly spanish: string

  constructor(code: DomainErrorCode, message: { en: string; es: string }) {
    super(code, message.en)
    this.spanish = message.es
  }
}

/** The error if the provider gives no answer. */
export const unreachableError = () =>
  new OidcError('UNAVAILABLE', {
    en: 'The identity provider does not answer at the moment.',
    es: 'El proveedor de identidad no responde en este momento.',
  })
