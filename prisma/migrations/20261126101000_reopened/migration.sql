-- AlterTable
ALTER TABLE "Incident" ADD COLUMN     "reopenedAt" TIMESTAMP(3);

UPDATE "Incident" i SET "reopenedAt" = t."at"
FROM (SELECT "incidentId", max("at") AS "at" FROM "TimelineEntry" WHERE "event" = 'REOPENED' GROUP BY "incidentId") t
WHERE t."incidentId" = i."id";

-- The profile badge of each operator is a range of one index: a condition on three columns made the planner read every
-- incident for every operator.
ALTER TABLE "Incident" ADD COLUMN "visibleAt" TIMESTAMP(3)
  GENERATED ALWAYS AS (greatest("openedAt", "reopenedAt", "unsuppressedAt")) STORED;

CREATE INDEX "Incident_visibleAt_idx" ON "Incident"("visibleAt") WHERE NOT "suppressed";

-- DropIndex
DROP INDEX "Incident_unsuppressedAt_idx";
