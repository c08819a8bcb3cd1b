import { DomainError } from '../lib/errors.ts'

/**
 * Codes for a database that is unavailable, starting, stopping, slow, locked, full or read-only, that lets nobody in or is
 * gone, and for serialization failures and deadlocks: of Prisma, then of PostgreSQL (whole classes first), then of Node.js.
 */
const codes = new RegExp(
  `^(${[
    'P1000|P1001|P1002|P1003|P1008|P1010|P1011|P1017|P2024|P2028|P2034|P2037',
    '08\\w{3}|53\\w{3}|57\\w{3}|58\\w{3}',
    '25006|25P03|25P04|28000|28P01|3D000|40001|40P01|55000|55P03',
    'ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENOTFOUND|EPIPE|EAI_AGAIN',
  ].join('|')})$`,
)

/** PostgreSQL's severity of errors that end the session, such as a role without the right to connect. */
const fatal = 'FATAL'

/** Codes of queries or transactions that timed out or ran out of memory, because of the query or of the server. */
const timeoutCodes = /^(P2028|57014|53200)$/

/** PostgreSQL's code for a full disk (`disk_full`). */
const diskFull = '53100'

/** Messages of driver errors without a code. */
const messages =
  /Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error|Can't reach database server|PGlite is closed/i

/** The `kind` of errors of Prisma's adapters without a code, as in raw queries. */
const kinds = /^(ConnectionClosed|DatabaseNotReachable|SocketTimeout|TooManyConnections|TlsConnectionError)$/

type ErrorLike = Partial<
  Record<'code' | 'originalCode' | 'severity' | 'message' | 'name' | 'kind' | 'cause', unknown>
> & {
  meta?: { driverAdapterError?: unknown } | null
}

/** The error as a DomainError: itself if it is one, UNAVAILABLE if the database is unavailable, null if it is a bug. */
export function toDomainError(error: unknown): DomainError | null {
  if (error instanceof DomainError) return error
  if (!isDatabaseUnavailable(error)) return null
  const code = isAnyCause(error, (cause) => cause.code === diskFull) ? 'DISK_FULL' : 'DATABASE_SILENT'
  return new DomainError('UNAVAILABLE', { code, parameters: {} }, 5)
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

const meansUnavailable = ({ code, originalCode, severity, message, name, kind }: ErrorLike) =>
  name === 'PrismaClientInitializationError' ||
  codes.test(String(code)) ||
  codes.test(String(originalCode)) ||
  severity === fatal ||
  kinds.test(String(kind)) ||
  messages.test(String(message))
