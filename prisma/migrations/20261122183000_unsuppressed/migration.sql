-- AlterTable
ALTER TABLE "Incident" ADD COLUMN     "unsuppressedAt" TIMESTAMP(3);

-- CreateIndex
CREATE INDEX "Incident_maintenanceId_idx" ON "Incident"("maintenanceId");

-- CreateIndex
CREATE INDEX "Incident_unsuppressedAt_idx" ON "Incident"("unsuppressedAt");
