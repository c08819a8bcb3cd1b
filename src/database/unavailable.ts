import { DomainError } from '../lib/errors.ts'

/** Codes of Prisma (P…), PostgreSQL (08…, 53…, 57…) and Node.js for a database that is away, starting, stopping, slow, locked or full, and those of a transaction that lost against another. */
const codes =
  /^(P1001|P1002|P1008|P1011|P1017|P2024|P2028|P2034|08\w{3}|53\w{3}|40001|40P01|55P03|57014|57P0[123]|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENOTFOUND|EPIPE|EAI_AGAIN)$/

/** Those of a statement or transaction that took too long, and of memory that was not enough: of the work, or of the server. */
const timeoutCodes = /^(P2028|57014|53200)$/

/** PostgreSQL's code for a disk without room. */
const diskFull = '53100'

/** Messages of the drivers that have no code. */
const messages =
  /Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error|Can't reach database server|PGlite is closed/i

/** What Prisma's adapters call it where they give it no code, as in raw queries. */
const kinds = /^(ConnectionClosed|DatabaseNotReachable|SocketTimeout|TooManyConnections|TlsConnectionError)$/

type ErrorLike = Partial<Record<'code' | 'message' | 'name' | 'kind' | 'cause', unknown>> & {
  meta?: { driverAdapterError?: unknown } | null
}

/** What an error refuses: what it says itself, or that the database is away; null where it is a bug. */
export function toDomainError(error: unknown): DomainError | null {
  if (error instanceof DomainError) return error
  if (!isDatabaseUnavailable(error)) return null
  const sentence = isAnywhereIn(error, ({ code }) => code === diskFull)
    ? 'The disk of the database is full: nothing can be written until there is room.'
    : 'The database does not answer at the moment. Try again shortly.'
  return new DomainError('UNAVAILABLE', sentence, 5)
}

/** Whether an error says that the database cannot be asked at the moment, rather than that it was asked wrongly. */
export const isDatabaseUnavailable = (error: unknown): boolean => isAnywhereIn(error, saysAway)

/** Whether an error says that the database ended the work as too large or too slow; then the work may be at fault. */
export const isTimeout = (error: unknown): boolean => isAnywhereIn(error, ({ code }) => timeoutCodes.test(String(code)))

/** Whether something holds of an error or of what caused it. */
function isAnywhereIn(error: unknown, holds: (told: ErrorLike) => boolean, depth = 0): boolean {
  if (typeof error !== 'object' || error === null || depth > 4) return false
  const told = error as ErrorLike
  const causes = [told.cause, told.meta?.driverAdapterError]
  return holds(told) || causes.some((cause) => isAnywhereIn(cause, holds, depth + 1))
}

const saysAway = ({ code, message, name, kind }: ErrorLike) =>
  name === 'PrismaClientInitializationError' ||
  codes.test(String(code)) ||
  kinds.test(String(kind)) ||
  messages.test(String(message))
