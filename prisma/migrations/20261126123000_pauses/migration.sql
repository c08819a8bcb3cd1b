-- CreateTable
CREATE TABLE "Pause" (
    "endedAt" TIMESTAMP(3) NOT NULL,
    "startedAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "Pause_pkey" PRIMARY KEY ("endedAt")
);

-- Until now times of rule states were shifted by pauses. The silence of schedules goes on from where it counted; the
-- time of a last sample becomes that of the last stored one, where that is known and earlier.
UPDATE "Subject" SET "memory" = "memory" || jsonb_build_object('silenceFrom', "memory"->'lastSampleAt')
WHERE "policy"->>'silenceMeans' = 'FALLANDO' AND jsonb_typeof("memory"->'lastSampleAt') = 'number';

UPDATE "Subject" s SET "memory" = s."memory" || jsonb_build_object('lastSampleAt', b."lastAt")
FROM (
  SELECT r."id", (
    SELECT (extract(epoch FROM max(o."end")) * 1000)::bigint FROM (
      SELECT max(c."start") + make_interval(secs => p."span") AS "end"
      FROM "Bucket" c WHERE c."subjectId" = r."id" AND c."span" = p."span"
    ) o
  ) AS "lastAt"
  FROM "Subject" r CROSS JOIN LATERAL (
    SELECT v."span" FROM (VALUES (10), (60), (3600)) AS v("span")
    WHERE EXISTS (SELECT FROM "Bucket" c WHERE c."subjectId" = r."id" AND c."span" = v."span") ORDER BY v."span" LIMIT 1
  ) p
  WHERE jsonb_typeof(r."memory"->'lastSampleAt') = 'number'
) b
WHERE b."id" = s."id" AND b."lastAt" < (s."memory"->>'lastSampleAt')::numeric;

-- Before the first beat of a heartbeat it was the time of its creation.
UPDATE "Subject" s SET "memory" = s."memory" || '{"lastSampleAt": null}'
FROM "Heartbeat" h WHERE h."subjectId" = s."id" AND h."lastAt" IS NULL;

-- CreateTable
CREATE TABLE "Instance" (
    "session" TEXT NOT NULL,
    "flushedAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "Instance_pkey" PRIMARY KEY ("session")
);

-- AlterTable
ALTER TABLE "Judgement" ADD COLUMN     "telemetrySubjectId" INTEGER;
UPDATE "Judgement" SET "interruptedSince" = NULL;

-- AlterTable
ALTER TABLE "SourceSubject" ADD COLUMN     "reportedAt" TIMESTAMP(3);
-- A sample has an earlier time than the request that brought it, which may have been the last one of its service.
UPDATE "SourceSubject" o
SET "reportedAt" = greatest(o."lastAt", (SELECT v."lastReportAt" FROM "Service" v WHERE v."id" = o."sourceId"));
ALTER TABLE "SourceSubject" ALTER COLUMN "reportedAt" SET NOT NULL;

-- AlterTable: silence is judged by the stated interval.
ALTER TABLE "Service" DROP COLUMN "slots", DROP COLUMN "silentSince";
