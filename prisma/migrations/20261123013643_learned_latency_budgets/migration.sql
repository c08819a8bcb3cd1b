-- AlterEnum
ALTER TYPE "Resolution" ADD VALUE 'ACCEPTED_AS_NORMAL';

-- AlterTable
ALTER TABLE "Subject" ADD COLUMN     "latency" JSONB;

-- CreateTable
CREATE TABLE "LatencyBudget" (
    "subjectId" INTEGER NOT NULL,
    "from" TIMESTAMP(3) NOT NULL,
    "budgetMs" DOUBLE PRECISION NOT NULL,
    "normalP95Ms" DOUBLE PRECISION,

    CONSTRAINT "LatencyBudget_pkey" PRIMARY KEY ("subjectId","from")
);

-- CreateIndex
CREATE INDEX "LatencyBudget_from_idx" ON "LatencyBudget"("from");

-- AddForeignKey
ALTER TABLE "LatencyBudget" ADD CONSTRAINT "LatencyBudget_subjectId_fkey" FOREIGN KEY ("subjectId") REFERENCES "Subject"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- A job takes as long as it takes: the budget of existing heartbeats stays fixed.
UPDATE "Subject" SET "policy" = "policy" || '{"slowBudget": "FIXED"}' WHERE "id" IN (SELECT "subjectId" FROM "Heartbeat");
