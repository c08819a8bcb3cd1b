-- AlterTable
ALTER TABLE "Incident" ADD COLUMN     "reasonEndedAt" TIMESTAMP(3);
