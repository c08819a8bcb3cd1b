import { verifyTrail } from '../../src/audit/verify.ts'
import type { RootDatabase } from '../../src/database/database.ts'
import { givenTwoInstances, judging, outcomesOf, type Client } from '../support/process/instances.ts'
import { until } from '../support/until.ts'

const subjects = 1_000
const patienceMs = 90_000
const keys = Array.from({ length: subjects }, (_, index) => `L-${index}`)
// Spread over all sets.
const recovers = (key: string) => keys.indexOf(key) % 10 < 3

it('after a kill amid a thousand incidents, each failing subject has one open incident and all records', async () => {
  await using house = await givenTwoInstances()
  const failing = keys.filter((key) => !recovers(key))
  const { db, clients, instances } = house
  const { judge, other } = await judging(instances)
  await givenLibraries(db)
  await slowDown(db)
  await report(clients[other], keys, false)

  await until('the first set is written', async () => (await openOf(db)) > 0, patienceMs)
  const first = await db.incident.findFirstOrThrow({ where: { subject: { key: { in: failing } } } })
  await clients[other].ask('mutation ($id: ID!) { acknowledgeIncident(id: $id) { id } }', { id: first.id })
  await report(clients[other], keys.filter(recovers), true)
  await instances[judge].kill()
  const written = await openOf(db)
  await until('the others have incidents', async () => (await settledOf(db)) === subjects, patienceMs)

  const taken = await db.incident.findUniqueOrThrow({ where: { id: first.id } })
  const { notifications } = await clients[other].ask('{ notifications { badge } }')
  expect(written).toBeLessThan(subjects)
  expect(await findings(db)).toEqual({ openTwice: 0, withoutOpening: 0, withoutTransition: 0, unaudited: 0, ends: 0 })
  expect(taken).toMatchObject({ status: 'ACKNOWLEDGED' })
  expect(notifications.badge).toBe(failing.length)
  expect(await verifyTrail(db)).toMatchObject({ breach: null })
})

/** Libraries whose state follows the last ten seconds at once. */
async function givenLibraries(db: RootDatabase) {
  const policy = {
    pendingFailingMs: 0,
    pendingDegradedMs: 0,
    cleanFailingMs: 0,
    cleanDegradedMs: 0,
    recentMs: 10_000,
  }
  await db.subject.createMany({ data: keys.map((key) => ({ kind: 'LIBRERIAS' as const, key, name: key, policy })) })
}

/** Makes each set of states take most of a second, so that there is time to kill between two of them. */
async function slowDown(db: RootDatabase) {
  await db.$executeRawUnsafe(`CREATE FUNCTION "slow"() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN PERFORM pg_sleep(0.8); RETURN NULL; END $$`)
  await db.$executeRawUnsafe(
    'CREATE TRIGGER "slow" AFTER INSERT ON "Transition" FOR EACH STATEMENT EXECUTE FUNCTION "slow"()',
  )
}

async function report(client: Client, codes: readonly string[], ok: boolean) {
  const observations = codes.flatMap((code) => outcomesOf(code, ok, 8))
  for (let first = 0; first < observations.length; first += 1_000)
    await client.report(...observations.slice(first, first + 1_000))
}

const openOf = (db: RootDatabase) => db.incident.count({ where: { openKey: { not: null } } })

/** The subjects that are as they should be: those that recovered have no open incident, the others have one. */
async function settledOf(db: RootDatabase): Promise<number> {
  const open = await db.incident.findMany({ where: { openKey: { not: null } }, select: { subject: true } })
  const failing = new Set(open.map(({ subject }) => subject.key))
  return keys.filter((key) => failing.has(key) !== recovers(key)).length
}

/** The numbers of incidents and subjects that lack a record, or have one too many. */
async function findings(db: RootDatabase) {
  const [row] = await db.$queryRaw<Record<string, number>[]>`
    SELECT
      (SELECT count(*)::int FROM (
        SELECT FROM "Incident" WHERE "status" <> 'RESOLVED' GROUP BY "subjectId" HAVING count(*) > 1) twice
      ) AS "openTwice",
      (SELECT count(*)::int FROM "Incident" i WHERE 1 <> (
        SELECT count(*) FROM "TimelineEntry" t WHERE t."incidentId" = i."id" AND t."event" = 'OPENED')
      ) AS "withoutOpening",
      (SELECT count(*)::int FROM "Subject" s WHERE s."kind" = 'LIBRERIAS' AND s."state"::text IS DISTINCT FROM (
        SELECT t."to"::text FROM "Transition" t WHERE t."subjectId" = s."id" ORDER BY t."id" DESC LIMIT 1)
        AND s."state" <> 'DESCONOCIDO') AS "withoutTransition",
      (SELECT count(*)::int FROM "TimelineEntry" t WHERE NOT EXISTS (
        SELECT FROM "AuditEntry" a WHERE a."object" = 'incident:' || t."incidentId"
          AND a."action" = 'incident.' || lower(t."event"::text))) AS "unaudited",
      (SELECT count(*)::int FROM "Incident" i WHERE (i."status" = 'RESOLVED') <> EXISTS (
        SELECT FROM "TimelineEntry" t WHERE t."incidentId" = i."id" AND t."event" = 'RESOLVED')
        AND NOT EXISTS (SELECT FROM "TimelineEntry" t WHERE t."incidentId" = i."id" AND t."event" = 'REOPENED')) AS "ends"`
  return row
}
