import { invalidField } from '../lib/errors.ts'

/** Minimum length of a password in UTF-16 units. Source: NIST SP 800-63B-4, 3.1.1.2, which requires only a length. */
const minPasswordLength = 12
const maxPasswordLength = 200
const maxEmailLength = 254
const maxNameLength = 100

/**
 * Requires that a password is acceptable: long enough, and not the operator's e-mail.
 * @throws DomainError INVALID_INPUT naming the problem.
 */
export function requireValidPassword(password: string, email: string): void {
  const { length } = password
  if (length < minPasswordLength)
    throw invalidField('password', {
      code: 'PASSWORD_TOO_SHORT',
      parameters: { min: minPasswordLength, count: length },
    })
  if (length > maxPasswordLength)
    throw invalidField('password', { code: 'PASSWORD_TOO_LONG', parameters: { max: maxPasswordLength, count: length } })
  if (password.normalize('NFKC').trim().toLowerCase() === email)
    throw invalidField('password', { code: 'PASSWORD_IS_EMAIL', parameters: {} })
}

/**
 * Requires that a normalised e-mail is valid, and returns it.
 * @throws DomainError INVALID_INPUT when it is not.
 */
export function requireValidEmail(email: string): string {
  if (email.length > maxEmailLength || !/^[^\s\p{C}@]+@[^\s\p{C}@]+$/u.test(email))
    throw invalidField('email', { code: 'EMAIL_INVALID', parameters: { max: maxEmailLength } })
  return email
}

/**
 * Requires that a name is valid, and returns it trimmed.
 * @throws DomainError INVALID_INPUT when it is not.
 */
export function requireValidName(input: string): string {
  const name = input.trim()
  if (name === '' || name.length > maxNameLength || /\p{C}/u.test(name))
    throw invalidField('name', { code: 'NAME_INVALID', parameters: { max: maxNameLength } })
  return name
}
