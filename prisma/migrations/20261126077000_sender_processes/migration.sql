-- AlterTable
ALTER TABLE "OtlpSender" ADD COLUMN     "processes" TEXT NOT NULL DEFAULT '';
