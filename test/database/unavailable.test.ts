import { toDomainError } from '../../src/database/unavailable.ts'
import { givenDatabase, type GivenDatabase } from '../support/database/database.ts'

let database: GivenDatabase
beforeAll(async () => {
  database = await givenDatabase()
  await database.db.$executeRaw`
    CREATE FUNCTION "refuse"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      RAISE EXCEPTION 'refused' USING ERRCODE = NEW."name";
    END $$`
  await database.db.$executeRaw`
    CREATE TRIGGER "refused" BEFORE INSERT ON "Supplier" FOR EACH ROW EXECUTE FUNCTION "refuse"()`
})
afterAll(() => database[Symbol.asyncDispose]())

/** The errors of a write by Prisma's model, by SQL, and in a transaction, which the database refuses with an SQLSTATE. */
async function refusedWith(state: string): Promise<unknown[]> {
  const { db } = database
  const data = { sinliId: 'LIB00001', name: state, updatedAt: new Date(0) }
  const caught = (write: Promise<unknown>) =>
    write.then(
      () => null,
      (error: unknown) => error,
    )
  return [
    await caught(db.supplier.create({ data })),
    await caught(
      db.$executeRaw`INSERT INTO "Supplier" ("sinliId", "name", "updatedAt") VALUES ('LIB00001', ${state}, now())`,
    ),
    await caught(db.$transaction((tx) => tx.supplier.create({ data }))),
  ]
}

it.each([
  ['08000', 'the connection has a problem'],
  ['08006', 'the connection failed'],
  ['08P01', 'a pool between them cannot connect'],
  ['25006', 'it only reads: a standby after a failover, or a full disk at a provider'],
  ['25P03', 'a transaction was idle for too long'],
  ['25P04', 'a transaction took too long'],
  ['28000', 'it does not let the role in'],
  ['28P01', 'it does not take the password'],
  ['3D000', 'there is no such database, as during a restore'],
  ['40001', 'writes at the same time conflict'],
  ['40P01', 'writes wait for each other'],
  ['53000', 'it lacks resources'],
  ['53100', 'its disk is full'],
  ['53200', 'it is out of memory'],
  ['53300', 'it has too many connections'],
  ['53400', 'a limit of its configuration is exceeded'],
  ['55000', 'it takes no connections'],
  ['55P03', 'a row is locked for too long'],
  ['57014', 'a statement was cancelled'],
  ['57P01', 'an administrator stops it'],
  ['57P02', 'it crashed'],
  ['57P03', 'it starts'],
  ['57P04', 'the database was dropped'],
  ['57P05', 'a session was idle for too long'],
  ['58000', 'its system fails'],
  ['58030', 'its disk fails'],
])('an error %s of the database, when %s, means that it is unavailable', async (state) => {
  for (const error of await refusedWith(state))
    expect(toDomainError(error)).toMatchObject({ code: 'UNAVAILABLE', retryAfterSeconds: 5 })
})

it.each([
  ['22012', 'a division by zero'],
  ['22P02', 'a value of a wrong form'],
  ['23502', 'a missing value'],
  ['23505', 'a duplicate'],
  ['23514', 'a value against a rule'],
  ['25P02', 'a statement after a failed one'],
  ['42501', 'a statement without the right to it'],
  ['42601', 'a wrong statement'],
  ['42P01', 'an unknown table'],
  ['P0001', 'an exception of a function'],
  ['XX000', 'a bug of the database'],
])('an error %s of the database, for %s, is none of availability', async (state) => {
  for (const error of await refusedWith(state)) {
    expect(error).not.toBeNull()
    expect(toDomainError(error)).toBeNull()
  }
})
