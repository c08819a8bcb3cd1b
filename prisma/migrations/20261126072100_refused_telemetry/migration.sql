-- CreateEnum
CREATE TYPE "RefusalReason" AS ENUM ('CLOCK_AHEAD', 'TOO_OLD', 'ENVIRONMENT', 'TOO_MANY_STREAMS', 'UNREADABLE');

-- CreateTable
CREATE TABLE "RefusedTelemetry" (
    "sourceId" TEXT NOT NULL,
    "reason" "RefusalReason" NOT NULL,
    "count" INTEGER NOT NULL,
    "lastAt" TIMESTAMP(3) NOT NULL,
    "environment" TEXT,

    CONSTRAINT "RefusedTelemetry_pkey" PRIMARY KEY ("sourceId","reason")
);

-- AddForeignKey
ALTER TABLE "RefusedTelemetry" ADD CONSTRAINT "RefusedTelemetry_sourceId_fkey" FOREIGN KEY ("sourceId") REFERENCES "TelemetrySource"("id") ON DELETE CASCADE ON UPDATE CASCADE;
