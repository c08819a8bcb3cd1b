-- CreateEnum
CREATE TYPE "ReportRefusal" AS ENUM ('TOKEN_EXPIRED', 'TOKEN_REVOKED', 'MISSING_SCOPE', 'INVALID', 'TOO_LARGE', 'UNSUPPORTED_FORMAT', 'TOO_MANY_REQUESTS', 'CLOCK_AHEAD', 'TOO_OLD', 'ENVIRONMENT', 'TOO_MANY_STREAMS', 'UNREADABLE');

-- RenameTable: a service outlives its tokens. The id of a stored one stays that of its token.
ALTER TABLE "TelemetrySource" RENAME TO "Service";
ALTER TABLE "Service" RENAME CONSTRAINT "TelemetrySource_pkey" TO "Service_pkey";
ALTER TABLE "Service" RENAME COLUMN "lastObservedAt" TO "lastReportAt";

-- AlterTable
ALTER TABLE "Service" ADD COLUMN     "name" TEXT,
ADD COLUMN     "createdAt" TIMESTAMP(3),
ADD COLUMN     "subjectId" INTEGER,
ADD COLUMN     "intervalSeconds" INTEGER,
ADD COLUMN     "refusedAt" TIMESTAMP(3),
ADD COLUMN     "refusal" "ReportRefusal",
ADD COLUMN     "refusalValues" JSONB,
ADD COLUMN     "refusedCount" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "retiredAt" TIMESTAMP(3),
ALTER COLUMN "lastHeardAt" DROP NOT NULL,
ALTER COLUMN "slots" SET DEFAULT ARRAY[]::INTEGER[];

ALTER TABLE "ApiToken" ADD COLUMN     "serviceId" TEXT;

-- Deletes what remains of tokens that were deleted, as was done once a minute.
DELETE FROM "Service" s WHERE s."id" <> 'INGEST_TOKEN' AND NOT EXISTS (SELECT FROM "ApiToken" t WHERE t."id" = s."id");

-- Each token is of a service of its own: which ones replaced others is not known.
UPDATE "Service" SET "name" = "id", "createdAt" = "lastHeardAt" WHERE "id" = 'INGEST_TOKEN';
INSERT INTO "Service" ("id", "name", "createdAt", "retiredAt")
  SELECT "id", "name", "createdAt", "revokedAt" FROM "ApiToken" WHERE "kind" = 'SERVICE'
  ON CONFLICT ("id") DO UPDATE SET "name" = excluded."name", "createdAt" = excluded."createdAt", "retiredAt" = excluded."retiredAt";
UPDATE "ApiToken" SET "serviceId" = "id" WHERE "kind" = 'SERVICE';

-- AlterTable
ALTER TABLE "Service" ALTER COLUMN "name" SET NOT NULL,
ALTER COLUMN "createdAt" SET NOT NULL;

-- CreateIndex
CREATE UNIQUE INDEX "Service_subjectId_key" ON "Service"("subjectId");

-- CreateIndex
CREATE INDEX "ApiToken_serviceId_idx" ON "ApiToken"("serviceId");

-- AddForeignKey
ALTER TABLE "Service" ADD CONSTRAINT "Service_subjectId_fkey" FOREIGN KEY ("subjectId") REFERENCES "Subject"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ApiToken" ADD CONSTRAINT "ApiToken_serviceId_fkey" FOREIGN KEY ("serviceId") REFERENCES "Service"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
