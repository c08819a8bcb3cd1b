/**
 * Minimum length of a password. The server applies the same rules: a range of lengths, and a password that is not the
 * operator's own e-mail.
 */
export const MIN_PASSWORD_LENGTH = 12
export const MAX_PASSWORD_LENGTH = 200

/** The contents of the fields of the password form. */
export type PasswordFields = { current: string; next: string; repeat: string }

/** The errors by field; valid fields are absent. */
export type PasswordProblems = {
  current?: 'empty'
  next?: 'short' | 'long' | 'email' | 'same'
  repeat?: 'different'
}

/** Validates the form before it is sent. */
export function validatePassword({ current, next, repeat }: PasswordFields, email: string): PasswordProblems {
  const problem = validateNewPassword(next, current, email)
  return {
    ...(current === '' && { current: 'empty' as const }),
    ...(problem && { next: problem }),
    ...(next !== repeat && { repeat: 'different' as const }),
  }
}

function validateNewPassword(next: string, current: string, email: string): PasswordProblems['next'] {
  if (next.length < MIN_PASSWORD_LENGTH) return 'short'
  if (next.length > MAX_PASSWORD_LENGTH) return 'long'
  if (next.normalize('NFKC').trim().toLowerCase() === email) return 'email'
  return next === current ? 'same' : undefined
}
