-- AlterTable
ALTER TABLE "Bucket" ADD COLUMN     "approximate" BOOLEAN NOT NULL DEFAULT false;
