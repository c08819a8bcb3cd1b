-- AlterTable
ALTER TABLE "DeliveryAttempt" ADD COLUMN     "sentence" JSONB;

-- AlterTable
ALTER TABLE "Destination" ADD COLUMN     "disabledSentence" JSONB;

-- The rows that prisma/conversions/deliveries.js has yet to convert. The index is empty when all are.
CREATE INDEX "DeliveryAttempt_unconverted_idx" ON "DeliveryAttempt"("id")
  WHERE "error" IS NOT NULL AND ("sentence" ->> 'of') IS DISTINCT FROM md5("error");
