-- AlterTable: in a transaction of its own, because workers lock destinations and deliveries in either order.
ALTER TABLE "Delivery" ADD COLUMN     "recipients" TEXT[] DEFAULT ARRAY[]::TEXT[];
