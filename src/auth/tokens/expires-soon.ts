import type { ApiToken } from '../../generated/prisma/client.ts'

const soonMs = 7 * 24 * 60 * 60_000

/** When a token of these times begins to expire soon: 7 days before, or half of its validity if that is shorter. */
export const expiresSoonFrom = ({ createdAt, expiresAt }: Pick<ApiToken, 'createdAt' | 'expiresAt'>): number =>
  expiresAt.getTime() - Math.min(soonMs, (expiresAt.getTime() - createdAt.getTime()) / 2)

/** Whether a token is in use and expires soon. */
export const expiresSoon = (token: Pick<ApiToken, 'createdAt' | 'expiresAt' | 'revokedAt'>, at: Date): boolean =>
  token.revokedAt === null && token.expiresAt > at && expiresSoonFrom(token) <= at.getTime()
