import { Prisma } from '../generated/prisma/client.ts'

/** Whether an error reports a violated unique constraint. */
export const isUniqueConflict = (error: unknown): boolean =>
  error instanceof Prisma.PrismaClientKnownRequestError && (error.code === 'P2002' || isRawUniqueConflict(error))

// A raw statement fails with P2010 and the error of the driver.
function isRawUniqueConflict({ code, meta }: Prisma.PrismaClientKnownRequestError): boolean {
  const { cause } = Object(meta?.driverAdapterError) as { cause?: { kind?: unknown } }
  return code === 'P2010' && cause?.kind === 'UniqueConstraintViolation'
}
