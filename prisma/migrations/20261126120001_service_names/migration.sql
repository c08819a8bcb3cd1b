-- AlterTable
ALTER TABLE "Service" ADD COLUMN     "names" JSONB NOT NULL DEFAULT '{}';
