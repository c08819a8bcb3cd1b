CREATE TYPE "SuppressionReason" AS ENUM ('MAINTENANCE', 'UPSTREAM', 'ONBOARDING');
ALTER TABLE "TimelineEntry" ADD COLUMN "suppression" "SuppressionReason";

-- The reason of a suppressed incident is that of its last suppression; of earlier ones none is stored.
ALTER TABLE "TimelineEntry" DISABLE TRIGGER "TimelineEntry_append_only";
UPDATE "TimelineEntry" t SET "suppression" = CASE
    WHEN i."maintenanceId" IS NOT NULL THEN 'MAINTENANCE'
    WHEN i."onboarding" THEN 'ONBOARDING'
    WHEN i."suppressedById" IS NOT NULL THEN 'UPSTREAM' END::"SuppressionReason"
FROM "Incident" i
WHERE i."suppressed" AND t."id" = (
  SELECT max(last."id") FROM "TimelineEntry" last WHERE last."incidentId" = i."id" AND last."event" = 'SUPPRESSED');
ALTER TABLE "TimelineEntry" ENABLE TRIGGER "TimelineEntry_append_only";
