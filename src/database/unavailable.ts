import { DomainError } from '../lib/errors.ts'

/**
 * Codes of Prisma (P…), PostgreSQL (08…, 40…, 53…, 55…, 57…) and Node.js for a database that is unavailable, starting,
 * stopping, slow, locked or full, and for serialization failures and deadlocks.
 */
const codes =
  /^(P1001|P1002|P1008|P1011|P1017|P2024|P2028|P2034|08\w{3}|53\w{3}|40001|40P01|55P03|57014|57P0[123]|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENOTFOUND|EPIPE|EAI_AGAIN)$/

/** Codes of queries or transactions that timed out or ran out of memory, because of the query or of the server. */
const timeoutCodes = /^(P2028|57014|53200)$/

/** PostgreSQL's code for a full disk (`disk_full`). */
const diskFull = '53100'

/** Messages of driver errors without a code. */
const messages =
  /Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error|Can't reach database server|PGlite is closed/i

/** The `kind` of errors of Prisma's adapters without a code, as in raw queries. */
const kinds = /^(ConnectionClosed|DatabaseNotReachable|SocketTimeout|TooManyConnections|TlsConnectionError)$/

type ErrorLike = Partial<Record<'code' | 'message' | 'name' | 'kind' | 'cause', unknown>> & {
  meta?: { driverAdapterError?: unknown } | null
}

/** The error as a DomainError: itself if it is one, UNAVAILABLE if the database is unavailable, null if it is a bug. */
export function toDomainError(error: unknown): DomainError | null {
  if (error instanceof DomainError) return error
  if (!isDatabaseUnavailable(error)) return null
  const sentence = isAnyCause(error, ({ code }) => code === diskFull)
    ? 'The disk of the database is full: nothing can be written until there is room.'
    : 'The database does not answer at the moment. Try again shortly.'
  return new DomainError('UNAVAILABLE', sentence, 5)
}

/** Whether an error means that the database is currently unavailable, rather than that the query is wrong. */
export const isDatabaseUnavailable = (error: unknown): boolean => isAnyCause(error, meansUnavailable)

/** Whether the database aborted a query as too large or too slow; the query itself may be the cause. */
export const isTimeout = (error: unknown): boolean => isAnyCause(error, ({ code }) => timeoutCodes.test(String(code)))

/** Whether a predicate holds for an error or any of its causes. */
function isAnyCause(error: unknown, holds: (errorLike: ErrorLike) => boolean, depth = 0): boolean {
  if (typeof error !== 'object' || error === null || depth > 4) return false
  const errorLike = error as ErrorLike
  const causes = [errorLike.cause, errorLike.meta?.driverAdapterError]
  return holds(errorLike) || causes.some((cause) => isAnyCause(cause, holds, depth + 1))
}

const meansUnavailable = ({ code, message, name, kind }: ErrorLike) =>
  name === 'PrismaClientInitializationError' ||
  codes.test(String(code)) ||
  kinds.test(String(kind)) ||
  messages.test(String(message))
