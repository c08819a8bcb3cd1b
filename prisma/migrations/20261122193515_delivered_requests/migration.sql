-- AlterTable
ALTER TABLE "Delivery" ADD COLUMN     "delivered" INTEGER NOT NULL DEFAULT 0;
