-- AlterEnum
ALTER TYPE "TimelineEvent" ADD VALUE 'RELEASED';
ALTER TYPE "TimelineEvent" ADD VALUE 'TAKEN_OVER';

-- CreateIndex
CREATE INDEX "InboundAttempt_at_idx" ON "InboundAttempt"("at");
