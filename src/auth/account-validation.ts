import { DomainError } from '../lib/errors.ts'

/** Length of a password in UTF-16 units. Source: NIST SP 800-63B-4, 3.1.1.2, which requires length and nothing else. */
const shortest = 12
const longest = 200
const longestEmail = 254
const longestName = 100

/**
 * Requires that a password is acceptable: long enough, and not the operator's e-mail.
 * @throws DomainError INVALID_INPUT saying what is wrong with it.
 */
export function checkPassword(password: string, email: string): void {
  const { length } = password
  if (length < shortest)
    throw new DomainError('INVALID_INPUT', `A password has at least ${shortest} characters; this one has ${length}.`)
  if (length > longest)
    throw new DomainError('INVALID_INPUT', `A password has at most ${longest} characters; this one has ${length}.`)
  if (password.normalize('NFKC').trim().toLowerCase() === email)
    throw new DomainError('INVALID_INPUT', 'The password must not be the e-mail: everybody knows that.')
}

/**
 * Requires that a normalised e-mail is valid, and returns it.
 * @throws DomainError INVALID_INPUT when it is not.
 */
export function checkEmail(email: string): string {
  if (email.length > longestEmail || !/^[^\s\p{C}@]+@[^\s\p{C}@]+$/u.test(email))
    throw new DomainError('INVALID_INPUT', `This is not an e-mail of at most ${longestEmail} characters.`)
  return email
}

/**
 * Requires that a name is valid, and returns it trimmed.
 * @throws DomainError INVALID_INPUT when it is not.
 */
export function checkName(given: string): string {
  const name = given.trim()
  if (name === '' || name.length > longestName || /\p{C}/u.test(name))
    throw new DomainError('INVALID_INPUT', `A name has 1 to ${longestName} characters, and no control characters.`)
  return name
}
