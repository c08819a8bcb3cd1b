import type { ApiToken } from '../../generated/prisma/client.ts'

const soonMs = 7 * 24 * 60 * 60_000

/** The time from which a token counts as expiring soon: 7 days before its end, or half its validity if that is less. */
export const expiresSoonFrom = ({ createdAt, expiresAt }: Pick<ApiToken, 'createdAt' | 'expiresAt'>): number =>
  expiresAt.getTime() - Math.min(soonMs, (expiresAt.getTime() - createdAt.getTime()) / 2)

/** Whether a token is in use and expires soon. */
export const expiresSoon = (token: Pick<ApiToken, 'createdAt' | 'expiresAt' | 'revokedAt'>, at: Date): boolean =>
  token.revokedAt === null && token.expiresAt > at && expiresSoonFrom(token) <= at.getTime()
