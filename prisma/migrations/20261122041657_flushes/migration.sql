-- CreateTable
CREATE TABLE "Flush" (
    "id" BIGSERIAL NOT NULL,
    "source" TEXT NOT NULL,
    "writtenAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "rolledUp" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "Flush_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "Flush_source_key" ON "Flush"("source");

-- CreateIndex
CREATE INDEX "Flush_rolledUp_idx" ON "Flush"("rolledUp");

-- Rows of minutes and hours used to be made by time; from now on they are made flush by flush. Hours that are complete stay
-- as they are. What is later than they are is made again from the rows of ten seconds, which are kept for longer than that.
DELETE FROM "Bucket" WHERE "span" = 60 AND "start" >= (
  SELECT coalesce(max("start") + interval '1 hour', '-infinity') FROM "Bucket" WHERE "span" = 3600
);

-- A flush with rows on both sides becomes two.
UPDATE "Bucket" SET "source" = "source" || ' (rolled up)'
WHERE "span" = 10
  AND "start" < (SELECT max("start") + interval '1 hour' FROM "Bucket" WHERE "span" = 3600)
  AND "source" IN (
    SELECT "source" FROM "Bucket"
    WHERE "span" = 10 AND "start" >= (SELECT max("start") + interval '1 hour' FROM "Bucket" WHERE "span" = 3600)
  );

INSERT INTO "Flush" ("source", "writtenAt", "rolledUp")
SELECT "source", timezone('utc', now()),
  max("start") < (SELECT coalesce(max("start") + interval '1 hour', '-infinity') FROM "Bucket" WHERE "span" = 3600)
FROM "Bucket" WHERE "span" = 10 GROUP BY "source" ORDER BY max("start");

-- DropIndex
DROP INDEX "Bucket_flushedAt_idx";

-- AlterTable
ALTER TABLE "Bucket" DROP COLUMN "flushedAt",
ADD COLUMN     "probes" INTEGER NOT NULL DEFAULT 0;

-- CreateIndex
CREATE INDEX "Bucket_source_idx" ON "Bucket"("source");
