-- AlterTable
ALTER TABLE "Delivery" ADD COLUMN     "traceState" TEXT;
