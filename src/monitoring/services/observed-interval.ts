import type { Database } from '../../database/database.ts'

const windowMs = 7 * 24 * 60 * 60_000

/** Fewer steps with reports than this tell nothing. */
const minSteps = 4

/** The median time between the samples of a subject, in whole seconds. */
export type ObservedInterval = { subjectId: number; seconds: number }

/**
 * The usual time between the samples of subjects in the last 7 days, without those that have too few. A step (an hour, of
 * young subjects a minute) with several samples counts as evenly spread ones, one with a single sample by the time since
 * the step before: so nights without samples do not lengthen it.
 */
export const findObservedIntervals = (
  db: Database,
  subjectIds: readonly number[],
  at: Date,
): Promise<ObservedInterval[]> =>
  db.$queryRaw`
    WITH steps AS (
      SELECT "subjectId", "span", CASE WHEN "n" > 1 THEN "span"::float8 / "n"
        ELSE extract(epoch FROM "start" - lag("start") OVER (PARTITION BY "subjectId", "span" ORDER BY "start")) END AS "gap"
      FROM "Bucket"
      WHERE "subjectId" = ANY(${[...subjectIds]}) AND "span" IN (60, 3600) AND "n" > 0
        AND "start" > ${new Date(at.getTime() - windowMs)}
    ), medians AS (
      SELECT "subjectId", "span", round(percentile_cont(0.5) WITHIN GROUP (ORDER BY "gap"))::int AS "seconds"
      FROM steps WHERE "gap" IS NOT NULL GROUP BY 1, 2 HAVING count(*) >= ${minSteps}
    )
    SELECT DISTINCT ON ("subjectId") "subjectId", greatest("seconds", 1) AS "seconds" FROM medians
    ORDER BY "subjectId", "span" DESC`
