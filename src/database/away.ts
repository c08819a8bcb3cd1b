/** Codes of Prisma (P…), PostgreSQL (08…, 57P…, 53300) and Node.js for a database that is away, starting, stopping or full. */
const codes =
  /^(P1001|P1002|P1008|P1011|P1017|P2024|P2028|08\w{3}|57P0[123]|53300|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENOTFOUND|EPIPE|EAI_AGAIN)$/

/** Messages of the drivers that have no code. */
const messages =
  /Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error|Can't reach database server|PGlite is closed/i

type Told = Partial<Record<'code' | 'message' | 'name' | 'cause', unknown>> & {
  meta?: { driverAdapterError?: unknown } | null
}

/** Whether an error says that the database cannot be asked at the moment, rather than that it was asked wrongly. */
export function isDatabaseAway(error: unknown, depth = 0): boolean {
  if (typeof error !== 'object' || error === null || depth > 4) return false
  const told = error as Told
  return (
    saysAway(told) || isDatabaseAway(told.cause, depth + 1) || isDatabaseAway(told.meta?.driverAdapterError, depth + 1)
  )
}

const saysAway = ({ code, message, name }: Told) =>
  name === 'PrismaClientInitializationError' || codes.test(String(code)) || messages.test(String(message))
