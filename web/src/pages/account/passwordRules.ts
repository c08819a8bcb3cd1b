/** As the server judges it: so many characters, and not one's own e-mail. */
export const SHORTEST = 12
export const LONGEST = 200

/** What somebody typed to change their password. */
export type Typed = { current: string; next: string; again: string }

/** What is wrong with a field; a field that is absent has nothing wrong. */
export type Problems = {
  current?: 'empty'
  next?: 'short' | 'long' | 'email' | 'same'
  again?: 'different'
}

/** What is wrong with what was typed, before it is sent. */
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
