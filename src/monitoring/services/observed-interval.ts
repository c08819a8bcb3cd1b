import type { Database } from '../../database/database.ts'
import { bucketMs } from '../telemetry/buckets.ts'

const windowMs = 7 * 24 * 60 * 60_000

/** Minimum number of gaps to learn an interval from. */
const minGaps = 4

/** Number of gaps among which one may be much longer than the others, e.g. because a report was lost, or at night. */
const gapsPerPause = 20

/** The usual time between the reports of a subject, in whole seconds. */
export type ObservedInterval = { subjectId: number; seconds: number }

/**
 * The usual time between the samples of subjects. Subjects with too few or uneven samples are omitted. The interval is
 * the mean gap between steps with samples, so that several samples in a step count as one report. Steps of 10 s (the
 * last 6 hours) are tried first, then of a minute (48 hours), then of an hour (7 days). The first length is used at
 * which at most one gap in twenty is much longer than the median. Longer steps are useless if most of them have
 * samples: then the gaps look even, however uneven the samples are.
 */
export const findObservedIntervals = (
  db: Database,
  subjectIds: readonly number[],
  at: Date,
): Promise<ObservedInterval[]> =>
  db.$queryRaw`
    WITH steps AS (
      SELECT DISTINCT "subjectId", "span", "start" FROM "Bucket"
      WHERE "subjectId" = ANY(${[...subjectIds]}) AND "n" > 0 AND "start" > ${new Date(at.getTime() - windowMs)}
    ), gaps AS (
      SELECT "subjectId", "span",
        extract(epoch FROM "start" - lag("start") OVER (PARTITION BY "subjectId", "span" ORDER BY "start")) AS "gap"
      FROM steps
    ), medians AS (
      SELECT "subjectId", "span", percentile_cont(0.5) WITHIN GROUP (ORDER BY "gap") AS "median"
      FROM gaps WHERE "gap" IS NOT NULL GROUP BY 1, 2 HAVING count(*) >= ${minGaps}
    ), telling AS (
      SELECT * FROM medians WHERE "span" = ${bucketMs / 1_000} OR "median" >= 2 * "span"
    )
    SELECT DISTINCT ON ("subjectId") "subjectId",
      round(avg("gap") FILTER (WHERE "gap" <= 1.5 * "median" + "span"))::int AS "seconds"
    FROM gaps JOIN telling USING ("subjectId", "span") WHERE "gap" IS NOT NULL
    GROUP BY "subjectId", "span"
    HAVING ${gapsPerPause} * count(*) FILTER (WHERE "gap" > 1.5 * "median" + "span") <= count(*)
    ORDER BY "subjectId", "span"`
