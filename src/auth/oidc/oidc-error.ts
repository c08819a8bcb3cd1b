import { DomainError } from '../../lib/errors.ts'

/** A sign-in with the identity provider that failed, for a person in a browser. */
export class OidcError extends DomainError {}

/** The error if the provider gives no answer. */
export const unreachableError = () => new OidcError('UNAVAILABLE', { code: 'PROVIDER_SILENT', parameters: {} })
