import { createHash, timingSafeEqual } from 'node:crypto'

/** Whether two secrets are equal, in a time that does not depend on how much of them matches. */
export const equalSecrets = (actual: string, expected: string): boolean =>
  timingSafeEqual(digestOf(actual), digestOf(expected))

const digestOf = (secret: string) => createHash('sha256').update(secret).digest()
