-- AlterTable
ALTER TABLE "AuditEntry" ADD COLUMN     "traceId" TEXT;

-- AlterTable
ALTER TABLE "Delivery" ADD COLUMN     "traceId" TEXT;

-- AlterTable
ALTER TABLE "InboundAttempt" ADD COLUMN     "traceId" TEXT;

-- AlterTable
ALTER TABLE "InboundMessage" ADD COLUMN     "requestId" TEXT,
ADD COLUMN     "traceId" TEXT;

-- AlterTable
ALTER TABLE "Replay" ADD COLUMN     "requestId" TEXT,
ADD COLUMN     "traceId" TEXT;

-- CreateTable
CREATE TABLE "RequestTrace" (
    "id" SERIAL NOT NULL,
    "traceId" TEXT NOT NULL,
    "requestId" TEXT NOT NULL,
    "at" TIMESTAMP(3) NOT NULL,
    "method" TEXT NOT NULL,
    "route" TEXT NOT NULL,
    "operation" TEXT,
    "status" INTEGER NOT NULL,
    "durationMs" DOUBLE PRECISION NOT NULL,
    "actor" TEXT,
    "address" TEXT,

    CONSTRAINT "RequestTrace_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "RequestTrace_traceId_idx" ON "RequestTrace"("traceId");

-- CreateIndex
CREATE INDEX "RequestTrace_requestId_idx" ON "RequestTrace"("requestId");

-- CreateIndex
CREATE INDEX "RequestTrace_at_idx" ON "RequestTrace"("at");

-- CreateIndex
CREATE INDEX "AuditEntry_requestId_idx" ON "AuditEntry"("requestId");

-- CreateIndex
CREATE INDEX "AuditEntry_traceId_idx" ON "AuditEntry"("traceId");

-- CreateIndex
CREATE INDEX "Delivery_traceId_idx" ON "Delivery"("traceId");

-- CreateIndex
CREATE INDEX "InboundAttempt_traceId_idx" ON "InboundAttempt"("traceId");

-- CreateIndex
CREATE INDEX "InboundMessage_requestId_idx" ON "InboundMessage"("requestId");

-- CreateIndex
CREATE INDEX "InboundMessage_traceId_idx" ON "InboundMessage"("traceId");

-- CreateIndex
CREATE INDEX "Replay_requestId_idx" ON "Replay"("requestId");

-- CreateIndex
CREATE INDEX "Replay_traceId_idx" ON "Replay"("traceId");
