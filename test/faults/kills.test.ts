import { setTimeout as after } from 'node:timers/promises'
import type { RootDatabase } from '../../src/database/database.ts'
import { givenDatabase } from '../support/database/database.ts'
import { clientOf, commonSettings, judges, type Client, type Instance } from '../support/process/instances.ts'
import { underLoad } from '../support/process/load.ts'
import { startVigia } from '../support/process/process.ts'
import { printFigures } from '../support/print-figures.ts'
import { randomFrom } from '../support/monitoring/traffic.ts'
import { until } from '../support/until.ts'

const rounds = Number(process.env['FAULT_ROUNDS'] ?? 3)
const seed = Number(process.env['FAULT_SEED'] ?? 1)
const outagesARound = 2
const mostPauseMs = 3_000

/** An instance, and how to ask it while it is there. */
type Place = { instance: Instance; client: Client | null }

it(
  'each outage opens one incident and no acknowledged write is lost, whenever an instance is killed',
  async () => {
    await using database = await givenDatabase()
    const random = randomFrom(seed)
    const settings = { ...commonSettings, DATABASE_URL: database.databaseUrl ?? '' }
    await using house = givenPlaces(settings)
    const { places } = house
    const session = await settle(places)
    let judgesKilled = 0
    const load = underLoad(database.db, () => anyOf(places, random))

    for (let round = 1; round <= rounds; round++) {
      for (let count = 1; count <= outagesARound; count++) await load.outage(`L-${round}-${count}`)
      await after(random() * mostPauseMs)
      const place = pick(places, random)
      await place.instance.kill()
      place.client = null
      if (judges(place.instance)) judgesKilled += 1
      Object.assign(place, begin(settings))
      await settle(places, session)
    }
    await until('every outage has its incident', () => hasIncidents(database.db, load.answered.libraries))
    await load.stop()

    const found = await findings(database.db)
    expect(load.answered.libraries).toHaveLength(rounds * outagesARound)
    expect(await unknownOf(database.db, load.answered)).toEqual({ libraries: [], taken: [] })
    expect(found).toMatchObject({ openTwice: 0, overlapping: 0, more: 0 })
    printFigures({
      seed,
      rounds,
      judgesKilled,
      ...found,
      ...load.answered,
      libraries: load.answered.libraries.length,
      taken: load.answered.taken.length,
    })
  },
  120_000 + rounds * 20_000,
)

const begin = (settings: Record<string, string>): Place => ({ instance: startVigia(settings), client: null })

function givenPlaces(settings: Record<string, string>) {
  const places = [begin(settings), begin(settings)]
  return {
    places,
    async [Symbol.asyncDispose]() {
      for (const { instance } of places) await instance[Symbol.asyncDispose]()
    },
  }
}

/** Waits until all are there, and returns the session with which they are asked. */
async function settle(places: Place[], session?: string): Promise<string> {
  for (const place of places) {
    place.client ??= await clientOf(await place.instance.ready(), session)
    session ??= place.client.cookie
  }
  return session ?? ''
}

function pick<T>(all: readonly T[], random: () => number): T {
  const one = all[Math.floor(random() * all.length)]
  if (one === undefined) throw new Error('There is nothing to pick from.')
  return one
}

const anyOf = (places: readonly Place[], random: () => number): Client | null => {
  const clients = places.flatMap(({ client }) => client ?? [])
  return clients.length > 0 ? pick(clients, random) : null
}

async function hasIncidents(db: RootDatabase, codes: readonly string[]): Promise<boolean> {
  const having = await db.incident.findMany({
    where: { subject: { key: { in: [...codes] } } },
    distinct: ['subjectId'],
  })
  return having.length === codes.length
}

/** Acknowledged writes that are not in the database. */
async function unknownOf(db: RootDatabase, { libraries, taken }: { libraries: string[]; taken: string[] }) {
  const codes = await db.library.findMany({ where: { code: { in: libraries } } })
  const entries = await db.timelineEntry.findMany({ where: { event: 'ACKNOWLEDGED', incidentId: { in: taken } } })
  return {
    libraries: libraries.filter((code) => !codes.some((library) => library.code === code)),
    taken: taken.filter((id) => !entries.some(({ incidentId }) => incidentId === id)),
  }
}

type Findings = {
  incidents: number
  elsewhere: number
  resolved: number
  openTwice: number
  overlapping: number
  more: number
}

/** Incidents in all, and those of no library; of subjects: how many had two at the same time, and how many libraries had more than one. */
async function findings(db: RootDatabase): Promise<Findings | undefined> {
  const [row] = await db.$queryRaw<Findings[]>`
    WITH subjects AS (
      SELECT s."kind", count(*) AS "all", count(*) FILTER (WHERE i."status" <> 'RESOLVED') AS "open"
      FROM "Incident" i JOIN "Subject" s ON s."id" = i."subjectId" GROUP BY s."id"
    )
    SELECT sum("all")::int AS "incidents",
      coalesce(sum("all") FILTER (WHERE "kind" <> 'LIBRERIAS'), 0)::int AS "elsewhere", sum("all" - "open")::int AS "resolved",
      (count(*) FILTER (WHERE "open" > 1))::int AS "openTwice",
      (count(*) FILTER (WHERE "all" > 1 AND "kind" = 'LIBRERIAS'))::int AS "more",
      (SELECT count(*)::int FROM "Incident" a JOIN "Incident" b ON a."subjectId" = b."subjectId" AND a."id" < b."id"
        WHERE a."openedAt" < coalesce(b."resolvedAt", 'infinity') AND b."openedAt" < coalesce(a."resolvedAt", 'infinity')
      ) AS "overlapping"
    FROM subjects`
  return row
}
