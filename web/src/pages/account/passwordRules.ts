/**
 * Minimum length of a password. The server applies the same rules: a length range, and not the operator's own e-mail.
 */
export const SHORTEST = 12
export const LONGEST = 200

/** The contents of the fields of the password form. */
export type Typed = { current: string; next: string; again: string }

/** The error of each field; valid fields are absent. */
export type Problems = {
  current?: 'empty'
  next?: 'short' | 'long' | 'email' | 'same'
  again?: 'different'
}

/** Validates the form before it is sent. */
export function problemsWith({ current, next, again }: Typed, email: string): Problems {
  const wrong = wrongWith(next, current, email)
  return {
    ...(current === '' && { current: 'empty' as const }),
    ...(wrong && { next: wrong }),
    ...(next !== again && { again: 'different' as const }),
  }
}

function wrongWith(next: string, current: string, email: string): Problems['next'] {
  if (next.length < SHORTEST) return 'short'
  if (next.length > LONGEST) return 'long'
  if (next.normalize('NFKC').trim().toLowerCase() === email) return 'email'
  return next === current ? 'same' : undefined
}
