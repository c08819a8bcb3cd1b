-- AlterTable
ALTER TABLE "Subject" ADD COLUMN     "changed" BIGINT NOT NULL DEFAULT 0;

-- CreateIndex
CREATE INDEX "Subject_changed_idx" ON "Subject"("changed");
