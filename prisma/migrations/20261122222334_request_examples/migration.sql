-- AlterTable
ALTER TABLE "TelemetrySource" ADD COLUMN     "lastOtlpAt" TIMESTAMP(3),
ADD COLUMN     "lastOwnAt" TIMESTAMP(3);

-- CreateTable
CREATE TABLE "RequestExample" (
    "subjectId" INTEGER NOT NULL,
    "traceId" TEXT NOT NULL,
    "spanId" TEXT NOT NULL,
    "at" TIMESTAMP(3) NOT NULL,
    "durationMs" DOUBLE PRECISION NOT NULL,
    "status" INTEGER,
    "errorType" TEXT,
    "name" TEXT,

    CONSTRAINT "RequestExample_pkey" PRIMARY KEY ("subjectId","traceId","spanId")
);

-- CreateIndex
CREATE INDEX "RequestExample_subjectId_at_idx" ON "RequestExample"("subjectId", "at");

-- CreateIndex
CREATE INDEX "RequestExample_at_idx" ON "RequestExample"("at");

-- AddForeignKey
ALTER TABLE "RequestExample" ADD CONSTRAINT "RequestExample_subjectId_fkey" FOREIGN KEY ("subjectId") REFERENCES "Subject"("id") ON DELETE CASCADE ON UPDATE CASCADE;
