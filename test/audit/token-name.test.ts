import { hashEntry } from '../../src/audit/hash-chain.ts'
import { verifyTrail } from '../../src/audit/verify.ts'
import { writeAudit } from '../support/audit.ts'
import { givenDatabase } from '../support/database/database.ts'

const at = new Date('2026-03-01T12:00:00.123Z')
const entry = { at, actor: 'ana@example.org', action: 'customer.unlock', object: 'customer:1' } as const
const hashed = {
  ...entry,
  id: 1,
  before: null,
  after: null,
  address: null,
  requestId: null,
  traceId: null,
  previous: '',
}

it('an entry without a token and a trace has the same hash as before these fields existed', () => {
  // SHA-256 of the canonical JSON as docs/audit.md has it, computed independently with Python.
  const before = '09ae96b3dc7b23402cb2914b92b325475405881cb0def99f83125396ba618f0a'

  expect(hashEntry({ ...hashed, tokenName: null })).toBe(before)
})

it('the name of a token is part of the hash', () => {
  const [one, other, none] = ['Informe', 'Guardia', null].map((tokenName) => hashEntry({ ...hashed, tokenName }))

  expect(new Set([one, other, none]).size).toBe(3)
})

it('the trace is part of the hash', () => {
  const [one, other, none] = ['a'.repeat(32), 'b'.repeat(32), null].map((traceId) =>
    hashEntry({ ...hashed, tokenName: null, traceId }),
  )

  expect(new Set([one, other, none]).size).toBe(3)
})

it('a trail with and without tokens verifies, and a changed, added or removed token name is detected', async () => {
  await using given = await givenDatabase()
  const { db } = given
  await writeAudit(db, entry)
  await writeAudit(db, { ...entry, tokenName: 'Informe\ndiario' })
  expect(await verifyTrail(db)).toMatchObject({ intact: 2, breach: null })
  expect(await db.auditEntry.findUnique({ where: { id: 2 } })).toMatchObject({
    tokenName: String.raw`Informe\u{a}diario`,
  })
  await db.$executeRaw`ALTER TABLE "AuditEntry" DISABLE TRIGGER "AuditEntry_append_only"`

  const breaches: unknown[] = []
  for (const [id, tokenName] of [
    [2, 'Guardia'],
    [2, null],
    [1, 'Guardia'],
  ] as const) {
    const { tokenName: written } = await db.auditEntry.findUniqueOrThrow({ where: { id } })
    await db.auditEntry.update({ where: { id }, data: { tokenName } })
    breaches.push((await verifyTrail(db)).breach?.at?.id)
    await db.auditEntry.update({ where: { id }, data: { tokenName: written } })
  }

  expect(breaches).toEqual([2, 2, 1])
})
