import type { Limit, Numbers, Values } from '../catalogue.ts'

/** Sentences about who may do what: sessions, operators, passwords and tokens. */
export const accessInEnglish = {
  SESSION_NEEDED: () => 'Sign in first: this needs a session.',
  SESSION_NEEDED_NOT_TOKEN: () => 'No token allows this: it needs a session.',
  ROLE_LACKS_PERMISSION: ({ role, permission }: Values<'role' | 'permission'>) =>
    `The role ${role} does not allow this: it needs the permission ${permission}.`,
  TOKEN_LACKS_SCOPE: ({ permission }: Values<'permission'>) =>
    `The token does not allow this: it needs the scope ${permission}.`,
  NO_TOKEN_HAS_PERMISSION: ({ permission }: Values<'permission'>) =>
    `No token allows this: it needs the permission ${permission}, and a session.`,
  ROLE_LACKS_PERMISSION_FOR_FIELD: ({ role, permission, field }: Values<'role' | 'permission' | 'field'>) =>
    `The role ${role} does not allow ${field}: it needs the permission ${permission}.`,
  TOKEN_LACKS_SCOPE_FOR_FIELD: ({ permission, field }: Values<'permission' | 'field'>) =>
    `The token does not allow ${field}: it needs the scope ${permission}.`,
  NO_TOKEN_HAS_PERMISSION_FOR_FIELD: ({ permission, field }: Values<'permission' | 'field'>) =>
    `No token allows ${field}: it needs the permission ${permission}, and a session.`,
  FIELD_OF_NOBODY: ({ field }: Values<'field'>) => `Nobody may ask for ${field}: nothing says who may.`,
  TOKEN_OF_ONE_DOCUMENT: ({ document }: Values<'document'>) => `The token allows nothing but the document ${document}.`,
  TOKEN_OF_MISSING_DOCUMENT: ({ document }: Values<'document'>) =>
    `The token allows nothing but the document ${document}, which this version does not have: create another token.`,
  TOKEN_IS_PERSONAL: () => 'A personal token is not for the ingest API: it takes the token of a service.',
  INGEST_TOKEN_NOT_SET: () =>
    'This needs the token of a service: Authorization: Bearer. The setting INGEST_TOKEN is not set.',
  SERVICE_TOKEN_NEEDED: () => 'This needs the token of a service, or what INGEST_TOKEN says: Authorization: Bearer.',

  CREDENTIALS_WRONG: () => 'The e-mail or the password is wrong.',
  SIGN_INS_TOO_MANY: () => 'Too many are signing in at the moment. Try again shortly.',
  SIGN_INS_FAILED: () => 'Too many failed sign-ins. Wait before trying again.',
  SIGN_IN_NOT_BEGUN: () =>
    'This sign-in was not begun in this browser, took longer than ten minutes, or is finished already. Begin again.',
  PROVIDER_REFUSES: ({ error }: Values<'error'>) => `The identity provider did not sign you in: ${error}.`,
  PROVIDER_NOT_VERIFIED: () => 'The answer of the identity provider could not be verified. Begin again.',
  PROVIDER_SILENT: () => 'The identity provider does not answer at the moment.',
  ROLE_NOT_GIVEN: ({ claim }: Values<'claim'>) =>
    `Your account at the identity provider has no role here: no value of the claim ${claim} gives one.`,
  ACCOUNT_CHANGED: () => 'Your account was changed at the same time. Sign in again.',
  ACCOUNT_DISABLED: () => 'Your account is disabled. An administrator can enable it.',
  EMAIL_NOT_VERIFIED: () => 'The identity provider sends no verified e-mail for you (claims email and email_verified).',
  EMAIL_OF_OTHER_ACCOUNT: () =>
    'Another account has your e-mail, and it cannot be linked to you. Ask an administrator.',
  ACCOUNT_MADE_LOCAL: () =>
    'An administrator made your account a local one. Sign in with its password, or ask an administrator to allow linking it again.',
  ACCOUNT_LAST_ADMINISTRATOR: () => 'Your account is the last administrator with a password, which has to stay one.',
  LOGOUT_TOKEN_USED: () => 'The logout token was used before.',
  LOGOUT_TOKEN_INVALID: ({ reason }: Values<'reason'>) => `The logout token is not valid: ${reason}.`,
  LOGOUT_OF_OTHER_ISSUER: () => 'The logout token is not valid: it is of another issuer.',
  LOGOUT_WITHOUT_EVENT: () => 'The logout token is not valid: it has no event of a logout.',
  LOGOUT_WITH_NONCE: () => 'The logout token is not valid: it has a nonce, as ID tokens do.',
  LOGOUT_WITHOUT_ID: () => 'The logout token is not valid: it has no jti.',
  LOGOUT_OF_NOBODY: () => 'The logout token is not valid: it has neither sub nor sid.',

  PASSWORD_TOO_SHORT: ({ min, count }: Numbers<'min' | 'count'>) =>
    `A password has at least ${min} characters; this one has ${count}.`,
  PASSWORD_TOO_LONG: ({ max, count }: Limit) => `A password has at most ${max} characters; this one has ${count}.`,
  PASSWORD_IS_EMAIL: () => 'The password must not be the e-mail: everybody knows that.',
  PASSWORD_SAME: () => 'The new password must be another one.',
  PASSWORD_WRONG: () => 'The present password is wrong.',
  PASSWORD_CHANGED: () => 'Your password was changed meanwhile, by you or by an administrator.',
  PASSWORD_OF_PROVIDER: () => 'You sign in with the identity provider: it keeps your password.',
  PASSWORD_IS_OWN: () => 'Your own password you change yourself, with the one you have now.',
  EMAIL_INVALID: ({ max }: Numbers<'max'>) => `This is not an e-mail of at most ${max} characters.`,
  EMAIL_TAKEN: ({ email }: Values<'email'>) => `There is already an operator with the e-mail ${email}.`,
  NAME_INVALID: ({ max }: Numbers<'max'>) => `A name has 1 to ${max} characters, and no control characters.`,
  NO_OPERATOR: ({ id }: Values<'id'>) => `There is no operator ${id}.`,
  NO_SESSION: () => 'You have no such session, or it has ended already.',
  ADMINISTRATOR_LAST: ({ name }: Values<'name'>) =>
    `${name} is the last administrator with a password: make somebody else one first.`,
  ROLE_OF_PROVIDER: ({ name }: Values<'name'>) =>
    `The identity provider decides the role of ${name}, at each of their sign-ins.`,

  NO_TOKEN: () => 'There is no such token.',
  SCOPES_UNKNOWN: ({ scopes, existing }: Values<'scopes' | 'existing'>) =>
    `There is no such scope for this token: ${scopes}. There are ${existing}.`,
  SCOPES_MISSING: ({ existing }: Values<'existing'>) => `A token has at least one scope: ${existing}.`,
  SCOPES_BEYOND_ROLE: ({ role, scopes }: Values<'role' | 'scopes'>) =>
    `The role ${role} does not have ${scopes}: a token has no more than its role.`,
  TOKEN_DAYS_INVALID: ({ max }: Numbers<'max'>) => `A token lasts 1 to ${max} whole days.`,
  TOKENS_TOO_MANY: ({ count }: Numbers<'count'>) =>
    `You have ${count} tokens, and nobody may have more: revoke one first.`,
  INTERVAL_INVALID: ({ min, max }: Numbers<'min' | 'max'>) =>
    `A service reports every ${min} to ${max} seconds (366 days), a whole number, or at no fixed rhythm.`,
  DOCUMENT_OF_SERVICE_TOKEN: () => 'Only a personal token can be bound to a document.',
  NO_DOCUMENT: () => 'No query and no subscription of the admin application has this id.',
  PART_OF_SERVICE_TOKEN: () => 'Only the token of a service has this.',
  NO_TOKEN_TO_REPLACE: () => 'There is no token of a service with this id that is not revoked.',
}
