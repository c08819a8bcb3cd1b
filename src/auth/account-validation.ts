import { invalidField } from '../lib/errors.ts'

/** Length of a password in UTF-16 units. Source: NIST SP 800-63B-4, 3.1.1.2, which requires length and nothing else. */
const minPasswordLength = 12
const maxPasswordLength = 200
const maxEmailLength = 254
const maxNameLength = 100

/**
 * Requires that a password is acceptable: long enough, and not the operator's e-mail.
 * @throws DomainError INVALID_INPUT saying what is wrong with it.
 */
export function requireValidPassword(password: string, email: string): void {
  const { length } = password
  if (length < minPasswordLength)
    throw invalidField('password', `A password has at least ${minPasswordLength} characters; this one has ${length}.`)
  if (length > maxPasswordLength)
    throw invalidField('password', `A password has at most ${maxPasswordLength} characters; this one has ${length}.`)
  if (password.normalize('NFKC').trim().toLowerCase() === email)
    throw invalidField('password', 'The password must not be the e-mail: everybody knows that.')
}

/**
 * Requires that a normalised e-mail is valid, and returns it.
 * @throws DomainError INVALID_INPUT when it is not.
 */
export function requireValidEmail(email: string): string {
  if (email.length > maxEmailLength || !/^[^\s\p{C}@]+@[^\s\p{C}@]+$/u.test(email))
    throw invalidField('email', `This is not an e-mail of at most ${maxEmailLength} characters.`)
  return email
}

/**
 * Requires that a name is valid, and returns it trimmed.
 * @throws DomainError INVALID_INPUT when it is not.
 */
export function requireValidName(input: string): string {
  const name = input.trim()
  if (name === '' || name.length > maxNameLength || /\p{C}/u.test(name))
    throw invalidField('name', `A name has 1 to ${maxNameLength} characters, and no control characters.`)
  return name
}
