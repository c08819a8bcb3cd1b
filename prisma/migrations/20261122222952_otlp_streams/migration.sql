-- AlterTable
ALTER TABLE "Bucket" ADD COLUMN     "intervalMs" INTEGER NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "Integration" ADD COLUMN     "hosts" TEXT[] DEFAULT ARRAY[]::TEXT[];

-- CreateTable
CREATE TABLE "OtlpStream" (
    "sourceId" TEXT NOT NULL,
    "hash" TEXT NOT NULL,
    "times" BIGINT[],
    "state" JSONB,
    "previousTimes" BIGINT[] DEFAULT ARRAY[]::BIGINT[],
    "previous" JSONB,
    "seenAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "OtlpStream_pkey" PRIMARY KEY ("sourceId","hash")
);

-- CreateTable
CREATE TABLE "OtlpSender" (
    "sourceId" TEXT NOT NULL,
    "hash" TEXT NOT NULL,
    "lastAt" BIGINT NOT NULL,
    "previousAt" BIGINT,
    "seenAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "OtlpSender_pkey" PRIMARY KEY ("sourceId","hash")
);

-- CreateIndex
CREATE INDEX "OtlpStream_seenAt_idx" ON "OtlpStream"("seenAt");

-- CreateIndex
CREATE INDEX "OtlpSender_seenAt_idx" ON "OtlpSender"("seenAt");
