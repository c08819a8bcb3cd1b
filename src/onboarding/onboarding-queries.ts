import type { Database } from '../database/database.ts'
import { keysetPage, type PlacedRow } from '../database/keyset.ts'
import { Prisma } from '../generated/prisma/client.ts'
import { invalidField } from '../lib/errors.ts'
import { writePlace } from '../lib/ordering.ts'
import { containsText } from '../trade/search/sql-match.ts'
import {
  factColumns,
  factTables,
  libraryTables,
  ownColumns,
  sinceOf,
  stageOf,
  toOnboarding,
  type Onboarding,
  type OnboardingRow,
} from './onboarding-row.ts'
import { openStages, type OnboardingStage } from './stages.ts'

/** Filter of onboardings; absent fields do not filter. `stalledDays` selects open stages of at least that many days. */
export type OnboardingFilter = {
  stages?: readonly OnboardingStage[] | null
  stalledDays?: number | null
  search?: string | null
}

const dayMs = 86_400_000
const maxStalledDays = 3_650

/**
 * The onboardings that match, the longest in its stage first, at most `limit`, with their places, in one statement.
 * `after` is the place of the last one seen.
 * @throws DomainError INVALID_INPUT
 */
export async function listOnboardings(
  db: Database,
  { filter, at }: { filter: OnboardingFilter; at: Date },
  limit: number,
  after: string | null,
) {
  const order = { id: Prisma.sql`l."code"`, direction: 'ASC', after } as const
  const page = keysetPage({ value: sinceOf, type: 'moment' }, order)
  const found = await db.$queryRaw<(OnboardingRow & PlacedRow)[]>`
    WITH p AS MATERIALIZED (
      SELECT ${page.place}, ${ownColumns} FROM ${libraryTables} WHERE ${matching(filter, at)} AND ${page.following}
      ORDER BY ${page.orderBy} LIMIT ${limit + 1}
    )
    SELECT p.*, ${factColumns} FROM p ${factTables(recentSince(at))} ORDER BY p."since", p."code"`
  const rows = found.slice(0, limit).map((row) => ({
    ...toOnboarding(row, at.getTime()),
    place: writePlace({ id: row.id, value: row.sortValue }),
  }))
  return { rows, more: found.length > limit }
}

/** How many libraries are in each stage; stages without any are left out. */
export const countStages = (db: Database): Promise<{ stage: OnboardingStage; count: number }[]> =>
  db.$queryRaw`SELECT ${stageOf} AS "stage", count(*)::int AS "count" FROM ${libraryTables} GROUP BY 1 ORDER BY 1`

/** The number of onboardings that match. */
export async function countOnboardings(db: Database, filter: OnboardingFilter, at: Date): Promise<number> {
  const [row] = await db.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS "count" FROM ${libraryTables} WHERE ${matching(filter, at)}`
  return row?.count ?? 0
}

/** The onboarding of a library; null if there is no such library. */
export async function findOnboarding(db: Database, code: string, at: Date): Promise<Onboarding | null> {
  const [row] = await db.$queryRaw<OnboardingRow[]>`
    WITH p AS MATERIALIZED (SELECT ${ownColumns} FROM ${libraryTables} WHERE l."code" = ${code})
    SELECT p.*, ${factColumns} FROM p ${factTables(recentSince(at))}`
  return row ? toOnboarding(row, at.getTime()) : null
}

const recentSince = (at: Date) => new Date(at.getTime() - dayMs)

function matching({ stages, stalledDays, search }: OnboardingFilter, at: Date): Prisma.Sql {
  return Prisma.sql`true
    ${stages ? Prisma.sql`AND ${stageOf} = ANY(${[...stages]}::text[])` : Prisma.empty}
    ${stalledDays == null ? Prisma.empty : stalled(stalledDays, at)}
    ${search?.trim() ? Prisma.sql`AND ${containsText(Prisma.sql`l."searchText"`, search)}` : Prisma.empty}`
}

function stalled(days: number, at: Date): Prisma.Sql {
  if (days < 0 || days > maxStalledDays)
    throw invalidField('stalledDays', {
      code: 'NUMBER_OUT_OF_RANGE',
      parameters: { field: 'stalledDays', min: 0, max: maxStalledDays },
    })
  const until = new Date(at.getTime() - days * dayMs)
  return Prisma.sql`AND ${stageOf} = ANY(${[...openStages]}::text[]) AND ${sinceOf} <= ${until}`
}
