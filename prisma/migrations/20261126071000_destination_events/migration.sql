-- AlterTable
ALTER TABLE "Destination" ADD COLUMN     "events" JSONB;
