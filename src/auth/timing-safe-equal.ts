import { createHash, timingSafeEqual } from 'node:crypto'

/** Whether two secrets are the same, in a time that does not tell how much of them is. */
export const equalSecrets = (given: string, expected: string): boolean =>
  timingSafeEqual(digestOf(given), digestOf(expected))

const digestOf = (secret: string) => createHash('sha256').update(secret).digest()
