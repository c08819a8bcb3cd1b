-- AlterTable
ALTER TABLE "Destination" ADD COLUMN     "failures" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "notBefore" TIMESTAMP(3),
ADD COLUMN     "retryAt" TIMESTAMP(3);
