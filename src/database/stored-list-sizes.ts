import { Prisma } from '../generated/prisma/client.ts'
import type { Database } from './database.ts'

/** At most `each` items of one parent, and `total` items of all parents; a list without parents has one. */
export type StoredListSize = { each: number; total: number }

/** Lists whose items are rows, so that their size is known before they are read. */
export type StoredList = keyof typeof sizes

/** The number `n` of items of each parent. */
const sizes = {
  attemptsOfDeliveries: Prisma.sql`SELECT count(*) AS n FROM "DeliveryAttempt" GROUP BY "deliveryId"`,
  attemptsOfMessages: Prisma.sql`SELECT count(*) AS n FROM "InboundAttempt" GROUP BY "messageId"`,
  deliveriesOfIncidents: Prisma.sql`SELECT count(*) AS n FROM "DeliveryIncident" GROUP BY "incidentId"`,
  destinations: Prisma.sql`SELECT count(*) AS n FROM "Destination"`,
  downstream: Prisma.sql`SELECT count(*) AS n FROM "Dependency" GROUP BY "upstreamId"`,
  heartbeats: Prisma.sql`SELECT count(*) AS n FROM "Heartbeat"`,
  incidentsOfDeliveries: Prisma.sql`SELECT count(*) AS n FROM "DeliveryIncident" GROUP BY "deliveryId"`,
  incidentsOfMaintenances: Prisma.sql`
    SELECT count(*) AS n FROM "Incident" WHERE "openKey" IS NOT NULL AND "maintenanceId" IS NOT NULL GROUP BY "maintenanceId"`,
  integrations: Prisma.sql`
    SELECT count(*) AS n FROM "Integration" i JOIN "Subject" s ON s."id" = i."subjectId" WHERE s."retiredAt" IS NULL`,
  maintenances: Prisma.sql`SELECT count(*) AS n FROM "Maintenance"`,
  mutes: Prisma.sql`SELECT count(*) AS n FROM "Mute"`,
  operators: Prisma.sql`SELECT count(*) AS n FROM "Operator"`,
  resultsOfReplays: Prisma.sql`SELECT greatest("done", jsonb_array_length("selected")) AS n FROM "Replay"`,
  services: Prisma.sql`SELECT count(*) AS n FROM "Service" WHERE "retiredAt" IS NULL AND "lastReportAt" IS NOT NULL`,
  sessionsOfOperators: Prisma.sql`SELECT count(*) AS n FROM "Session" GROUP BY "operatorId"`,
  subjectsOfFilters: Prisma.sql`SELECT jsonb_array_length("filter" -> 'subjects') AS n FROM "Destination"`,
  subjectsOfMatchers: Prisma.sql`
    SELECT jsonb_array_length("matcher" -> 'subjects') AS n FROM "Maintenance"
    UNION ALL SELECT jsonb_array_length("matcher" -> 'subjects') FROM "Mute"`,
  suppressedIncidents: Prisma.sql`
    SELECT count(*) AS n FROM "Incident" WHERE "suppressedById" IS NOT NULL GROUP BY "suppressedById"`,
  timelines: Prisma.sql`SELECT count(*) AS n FROM "TimelineEntry" GROUP BY "incidentId"`,
  tokensOfOperators: Prisma.sql`
    SELECT count(*) AS n FROM "ApiToken" WHERE "kind" = 'PERSONAL' AND "revokedAt" IS NULL GROUP BY "operatorId"`,
  tokensOfServices: Prisma.sql`SELECT count(*) AS n FROM "ApiToken" WHERE "kind" = 'SERVICE' AND "revokedAt" IS NULL`,
  upstream: Prisma.sql`SELECT count(*) AS n FROM "Dependency" GROUP BY "downstreamId"`,
}

/** The present sizes of these lists, in one statement. */
export async function readListSizes(
  db: Database,
  lists: readonly StoredList[],
): Promise<Map<StoredList, StoredListSize>> {
  if (lists.length === 0) return new Map()
  const counts = lists.map(
    (list) => Prisma.sql`
      SELECT ${list}::text AS "list", coalesce(max(c.n), 0)::float8 AS "each", coalesce(sum(c.n), 0)::float8 AS "total"
      FROM (${sizes[list]}) c`,
  )
  const rows = await db.$queryRaw<(StoredListSize & { list: StoredList })[]>`${Prisma.join(counts, ' UNION ALL ')}`
  return new Map(rows.map(({ list, each, total }) => [list, { each, total }]))
}
