import { OidcError } from './oidc-error.ts'

/** The errors of sign-ins that the provider accepted and that are refused here. */

export const noRole = (claim: string) => new OidcError('FORBIDDEN', { code: 'ROLE_NOT_GIVEN', parameters: { claim } })

export const changedMeanwhile = () => new OidcError('CONFLICT', { code: 'ACCOUNT_CHANGED', parameters: {} })

export const disabled = () => new OidcError('FORBIDDEN', { code: 'ACCOUNT_DISABLED', parameters: {} })

export const noVerifiedEmail = () => new OidcError('FORBIDDEN', { code: 'EMAIL_NOT_VERIFIED', parameters: {} })

export const emailTaken = () => new OidcError('FORBIDDEN', { code: 'EMAIL_OF_OTHER_ACCOUNT', parameters: {} })

export const madeLocal = () => new OidcError('FORBIDDEN', { code: 'ACCOUNT_MADE_LOCAL', parameters: {} })

export const lastAdmin = () => new OidcError('FORBIDDEN', { code: 'ACCOUNT_LAST_ADMINISTRATOR', parameters: {} })
