import fc from 'fast-check'
import { hashEntry } from '../../src/audit/hash-chain.ts'
import { verifyTrail } from '../../src/audit/verify.ts'
import type { RootDatabase } from '../../src/database/database.ts'
import { writeAudit, type WrittenEntry } from '../support/audit.ts'
import { casesOf } from '../support/extent.ts'
import { givenDatabase } from '../support/database/database.ts'

const at = (minute: number) => new Date(Date.parse('2026-03-01T12:00:00.123Z') + minute * 60_000)

const entry = (minute: number, more: Partial<WrittenEntry> = {}): WrittenEntry => ({
  at: at(minute),
  actor: 'ana@example.org',
  action: 'customer.unlock',
  object: `customer:${minute}`,
  before: { locked: true, lockReason: 'Intentos' },
  after: { locked: false },
  address: '127.0.0.1',
  requestId: `request-${minute}`,
  // Entries from before traces were recorded have none.
  traceId: minute < 5 ? null : `${minute}`.padStart(32, '0'),
  ...more,
})

/** A trail of ten entries, 1 to 10, in a database without the trigger that rejects changes. */
async function givenTrail() {
  const database = await givenDatabase()
  for (let minute = 1; minute <= 10; minute++) await writeAudit(database.db, entry(minute))
  await database.db.$executeRaw`ALTER TABLE "AuditEntry" DISABLE TRIGGER "AuditEntry_append_only"`
  return database
}

type Tampering = [what: string, tamper: (db: RootDatabase) => Promise<unknown>, id: number | null, why: string]

const tampering: Tampering[] = [
  ['another actor', (db) => db.auditEntry.update({ where: { id: 4 }, data: { actor: 'eva' } }), 4, 'was changed'],
  ['another action', (db) => db.auditEntry.update({ where: { id: 4 }, data: { action: 'x' } }), 4, 'was changed'],
  ['another object', (db) => db.auditEntry.update({ where: { id: 4 }, data: { object: 'x' } }), 4, 'was changed'],
  [
    'another time',
    (db) => db.$executeRaw`UPDATE "AuditEntry" SET "at" = "at" + '1 ms' WHERE "id" = 4`,
    4,
    'was changed',
  ],
  ['another before', (db) => db.auditEntry.update({ where: { id: 4 }, data: { before: {} } }), 4, 'was changed'],
  [
    'another after',
    (db) => db.auditEntry.update({ where: { id: 4 }, data: { after: { locked: 0 } } }),
    4,
    'was changed',
  ],
  ['no address', (db) => db.auditEntry.update({ where: { id: 4 }, data: { address: null } }), 4, 'was changed'],
  ['another request', (db) => db.auditEntry.update({ where: { id: 4 }, data: { requestId: 'x' } }), 4, 'was changed'],
  ['another trace', (db) => db.auditEntry.update({ where: { id: 4 }, data: { traceId: '1' } }), 4, 'was changed'],
  ['no trace', (db) => db.auditEntry.update({ where: { id: 5 }, data: { traceId: null } }), 5, 'was changed'],
  ['another number', (db) => db.auditEntry.update({ where: { id: 10 }, data: { id: 11 } }), 11, 'was changed'],
  [
    'another hash',
    (db) => db.auditEntry.update({ where: { id: 4 }, data: { hash: 'f'.repeat(64) } }),
    4,
    'was changed',
  ],
  ['no hash', (db) => db.auditEntry.update({ where: { id: 4 }, data: { hash: '' } }), 4, 'hash was taken away'],
  ['an entry removed', (db) => db.auditEntry.delete({ where: { id: 4 } }), 5, 'something was removed'],
  ['the first removed', (db) => db.auditEntry.delete({ where: { id: 1 } }), 2, 'something was removed'],
  ['an entry put in', (db) => insert(db, 0), 0, 'was changed'],
  ['an entry without a hash put in at the beginning', (db) => insert(db, 0, ''), 10, 'some were removed or put in'],
  ['an entry rewritten with its hash', (db) => rewrite(db, 4), 5, 'moved or rewritten'],
  ['an entry with a fitting hash added', (db) => add(db), 11, 'something was added'],
  ['two entries that changed places', (db) => swap(db, 4, 5), 4, 'was changed'],
  ['the end cut off', (db) => db.auditEntry.deleteMany({ where: { id: { gt: 7 } } }), 7, 'the end was cut off'],
  ['everything removed', (db) => db.auditEntry.deleteMany(), null, 'the end was cut off'],
  ['the record of the end removed', (db) => db.auditHead.deleteMany(), 10, 'the row of AuditHead is gone'],
  ['the record of the end changed', (db) => db.auditHead.updateMany({ data: { count: 9 } }), 10, '9 were written'],
]

const insert = (db: RootDatabase, id: number, hash = 'f'.repeat(64)) =>
  db.auditEntry.create({ data: { id, at: at(0), actor: 'eva', action: 'x', object: 'x', hash } })

async function rewrite(db: RootDatabase, id: number) {
  const row = { ...(await db.auditEntry.findUniqueOrThrow({ where: { id } })), actor: 'eva' }
  await db.auditEntry.update({ where: { id }, data: { actor: 'eva', hash: hashEntry(row) } })
}

async function add(db: RootDatabase) {
  const last = await db.auditEntry.findUniqueOrThrow({ where: { id: 10 } })
  const row = { ...last, id: 11, previous: last.hash }
  await db.auditEntry.create({
    data: { ...row, before: row.before ?? {}, after: row.after ?? {}, hash: hashEntry(row) },
  })
}

const swap = (db: RootDatabase, one: number, other: number) =>
  db.$executeRaw`
  UPDATE "AuditEntry" SET "id" = CASE "id" WHEN ${one} THEN -1 ELSE -2 END WHERE "id" IN (${one}, ${other})`
    .then(() => db.auditEntry.update({ where: { id: -1 }, data: { id: other } }))
    .then(() => db.auditEntry.update({ where: { id: -2 }, data: { id: one } }))

it('an audit trail that nobody has modified verifies, and so does an empty one', async () => {
  await using empty = await givenDatabase()
  await using trail = await givenTrail()

  expect(await verifyTrail(empty.db)).toEqual({ intact: 0, last: null, breach: null })
  expect(await verifyTrail(trail.db)).toMatchObject({ intact: 10, last: { id: 10, at: at(10) }, breach: null })
})

it('tampering with the audit trail is detected, with its entry and its kind', async () => {
  await using trail = await givenTrail()
  const entries = await trail.db.auditEntry.findMany({ orderBy: { id: 'asc' } })
  const head = await trail.db.auditHead.findUniqueOrThrow({ where: { id: 1 } })
  const restore = async () => {
    await trail.db.auditEntry.deleteMany()
    await trail.db.auditEntry.createMany({ data: entries as never })
    await trail.db.auditHead.upsert({ where: { id: 1 }, create: head, update: head })
  }

  for (const [what, tamper, id, why] of tampering) {
    await tamper(trail.db)
    const { breach } = await verifyTrail(trail.db)
    await restore()

    expect([what, breach?.at?.id ?? null, breach?.defect]).toEqual([what, id, expect.stringContaining(why)])
    expect(await verifyTrail(trail.db)).toMatchObject({ intact: 10, breach: null })
  }
})

it('entries without a hash are accepted at the beginning of the audit trail, and nowhere else', async () => {
  await using database = await givenDatabase()
  await insert(database.db, 1, '')
  await insert(database.db, 2, '')
  await database.db.$executeRaw`UPDATE "AuditHead" SET "count" = 2`
  await database.db.$executeRaw`SELECT nextval(pg_get_serial_sequence('"AuditEntry"', 'id')) FROM generate_series(1, 2)`
  await writeAudit(database.db, entry(1))

  const before = await verifyTrail(database.db)
  await insert(database.db, 9, '')
  const after = await verifyTrail(database.db)

  expect(before).toMatchObject({ intact: 3, last: { id: 3 }, breach: null })
  expect(after).toMatchObject({
    intact: 3,
    breach: { at: { id: 9 }, defect: expect.stringContaining('it was put in') },
  })
})

it('the audit trail is verified in pages of any size', async () => {
  await using trail = await givenTrail()

  for (const pageSize of [1, 3, 10, 11])
    expect(await verifyTrail(trail.db, pageSize)).toMatchObject({ intact: 10, breach: null })

  await trail.db.auditEntry.delete({ where: { id: 6 } })
  for (const pageSize of [1, 5, 6])
    expect(await verifyTrail(trail.db, pageSize)).toMatchObject({ intact: 5, breach: { at: { id: 7 } } })
})

it('two hundred concurrent writes from two instances, some of them rolled back, form one hash chain', async () => {
  await using database = await givenDatabase()
  const second = await database.openAgain()

  // An entry without a time fails once the end of the trail is locked.
  const timeless = { at: new Date(NaN) }
  const outcomes = await Promise.allSettled(
    Array.from({ length: 200 }, (_, index) =>
      writeAudit(index % 2 ? database.db : second.db, entry(index, index % 10 === 9 ? timeless : {})),
    ),
  )
  await second.close()

  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(180)
  expect(await verifyTrail(database.db)).toMatchObject({ intact: 180, breach: null })
})

it('audit entries with any values form an intact hash chain', async () => {
  const numRuns = casesOf(10, 60)
  await using database = await givenDatabase()
  const anything = fc.record({ before: fc.jsonValue(), after: fc.object({ withDate: true, withNullPrototype: false }) })

  await fc.assert(
    fc.asyncProperty(anything, fc.string({ unit: 'binary' }), async (values, text) => {
      await writeAudit(database.db, entry(1, { ...(values as object), actor: text, object: `o:${text}` }))
    }),
    {
      numRuns,
      examples: [[{ before: JSON.parse('{"__proto__":1,"x":1e308}') as object, after: { y: 0.1 + 0.2 } }, 'a']],
    },
  )

  expect(await verifyTrail(database.db)).toMatchObject({ intact: numRuns, breach: null })
})

it('an audit entry encodes control characters and text that cannot be stored', async () => {
  await using database = await givenDatabase()

  await writeAudit(
    database.db,
    entry(1, {
      actor: 'a\r\nb',
      object: 'e\u0000f\u2028',
      address: '::1\n',
      requestId: 'g\u001b[31m',
      after: { note: 'zero \u0000, half \ud800, line\nbreak' },
    }),
  )

  expect(await database.db.auditEntry.findFirst()).toMatchObject({
    actor: 'a\\u{d}\\u{a}b',
    object: 'e\\u{0}f\\u{2028}',
    address: '::1\\u{a}',
    requestId: 'g\\u{1b}[31m',
    after: { note: 'zero \\u{0}, half \\u{d800}, line\nbreak' },
  })
  expect(await verifyTrail(database.db)).toMatchObject({ intact: 1, breach: null })
})

it('the audit trail rejects updates and deletions', async () => {
  await using database = await givenDatabase()
  await writeAudit(database.db, entry(1))

  await expect(database.db.auditEntry.updateMany({ data: { actor: 'eva' } })).rejects.toThrow('only ever added to')
  await expect(database.db.auditEntry.deleteMany()).rejects.toThrow('only ever added to')
})
