import { OidcError } from './oidc-error.ts'

/** The errors of sign-ins that the provider accepted and that are refused here. */

export const noRole = (roleClaim: string) =>
  new OidcError('FORBIDDEN', {
    en: `Your account at the identity provider has no role here: no value of the claim ${roleClaim} gives one.`,
    es: `Tu cuenta del proveedor de identidad no tiene ningún rol aquí: ningún valor del claim ${roleClaim} lo da.`,
  })

export const changedMeanwhile = () =>
  new OidcError('CONFLICT', {
    en: 'Your account was changed at the same time. Sign in again.',
    es: 'Tu cuenta ha cambiado al mismo tiempo. Vuelve a entrar.',
  })

export const disabled = () =>
  new OidcError('FORBIDDEN', {
    en: 'Your account is disabled. An administrator can enable it.',
    es: 'Tu cuenta está desactivada. Un administrador puede activarla.',
  })

export const noVerifiedEmail = () =>
  new OidcError('FORBIDDEN', {
    en: 'The identity provider sends no verified e-mail for you (claims email and email_verified).',
    es: 'El proveedor de identidad no envía un correo tuyo verificado (claims email y email_verified).',
  })

export const emailTaken = () =>
  new OidcError('FORBIDDEN', {
    en: 'Another account has your e-mail, and it cannot be linked to you. Ask an administrator.',
    es: 'Otra cuenta tiene tu correo y no se puede vincular contigo. Pregunta a un administrador.',
  })

export const madeLocal = () =>
  new OidcError('FORBIDDEN', {
    en: 'An administrator made your account a local one. Sign in with its password, or ask an administrator to allow linking it again.',
    es: 'Un administrador hizo local tu cuenta. Entra con su contraseña o pide a un administrador que permita vincularla de nuevo.',
  })

export const lastAdmin = () =>
  new OidcError('FORBIDDEN', {
    en: 'Your account is the last administrator with a password, which has to stay one.',
    es: 'Tu cuenta es el último administrador con contraseña y tiene que seguir siéndolo.',
  })
