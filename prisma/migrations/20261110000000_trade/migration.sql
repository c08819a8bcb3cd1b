-- CreateEnum
CREATE TYPE "InboundStatus" AS ENUM ('RECEIVED', 'PROCESSING', 'PROCESSED', 'PROCESSED_WITH_WARNINGS', 'FAILED', 'DUPLICATE', 'SKIPPED');

-- AlterTable
ALTER TABLE "AuditEntry" ADD COLUMN     "hash" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "previous" TEXT NOT NULL DEFAULT '';

-- AlterTable
ALTER TABLE "Customer" ADD COLUMN     "failures" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "failuresSince" TIMESTAMP(3);

-- AlterTable
ALTER TABLE "InboundMessage" ADD COLUMN     "contentType" TEXT NOT NULL,
ADD COLUMN     "identity" TEXT,
ADD COLUMN     "libraryCode" TEXT,
ADD COLUMN     "problem" TEXT,
ADD COLUMN     "raw" BYTEA NOT NULL,
ADD COLUMN     "receiver" TEXT,
ADD COLUMN     "sha256" TEXT,
ADD COLUMN     "toldSubject" TEXT,
ADD COLUMN     "version" TEXT,
ALTER COLUMN "receivedAt" DROP DEFAULT,
DROP COLUMN "status",
ADD COLUMN     "status" "InboundStatus" NOT NULL DEFAULT 'RECEIVED';

-- CreateTable
CREATE TABLE "Supplier" (
    "sinliId" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "updatedAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "Supplier_pkey" PRIMARY KEY ("sinliId")
);

-- CreateTable
CREATE TABLE "InboundAttempt" (
    "id" SERIAL NOT NULL,
    "messageId" TEXT NOT NULL,
    "at" TIMESTAMP(3) NOT NULL,
    "status" "InboundStatus" NOT NULL,
    "code" TEXT,
    "problem" TEXT,
    "warnings" JSONB NOT NULL DEFAULT '[]',
    "replayId" TEXT,

    CONSTRAINT "InboundAttempt_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "SinliDocument" (
    "id" TEXT NOT NULL,
    "messageId" TEXT NOT NULL,
    "identity" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "version" TEXT,
    "sender" TEXT NOT NULL,
    "receiver" TEXT NOT NULL,
    "number" TEXT,
    "date" TIMESTAMP(3),
    "encoding" TEXT NOT NULL,
    "header" JSONB NOT NULL,
    "totals" JSONB NOT NULL,
    "records" JSONB NOT NULL DEFAULT '{}',
    "warnings" JSONB NOT NULL DEFAULT '[]',

    CONSTRAINT "SinliDocument_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "SinliLine" (
    "documentId" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "isbn" TEXT,
    "ean" TEXT,
    "reference" TEXT,
    "title" TEXT,
    "quantity" INTEGER,
    "priceCents" INTEGER,
    "fields" JSONB NOT NULL,

    CONSTRAINT "SinliLine_pkey" PRIMARY KEY ("documentId","position")
);

-- CreateTable
CREATE TABLE "Replay" (
    "id" TEXT NOT NULL,
    "key" TEXT,
    "operatorId" TEXT NOT NULL,
    "request" JSONB NOT NULL,
    "selected" JSONB NOT NULL DEFAULT '[]',
    "startedAt" TIMESTAMP(3) NOT NULL,
    "aliveAt" TIMESTAMP(3) NOT NULL,
    "finishedAt" TIMESTAMP(3),
    "answer" JSONB,
    "running" INTEGER,

    CONSTRAINT "Replay_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "AuditHead" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "count" INTEGER NOT NULL DEFAULT 0,
    "hash" TEXT NOT NULL DEFAULT '',

    CONSTRAINT "AuditHead_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "InboundAttempt_messageId_id_idx" ON "InboundAttempt"("messageId", "id");

-- CreateIndex
CREATE UNIQUE INDEX "SinliDocument_messageId_key" ON "SinliDocument"("messageId");

-- CreateIndex
CREATE UNIQUE INDEX "SinliDocument_identity_key" ON "SinliDocument"("identity");

-- CreateIndex
CREATE INDEX "SinliDocument_type_sender_receiver_date_idx" ON "SinliDocument"("type", "sender", "receiver", "date");

-- CreateIndex
CREATE INDEX "SinliLine_isbn_idx" ON "SinliLine"("isbn");

-- CreateIndex
CREATE UNIQUE INDEX "Replay_key_key" ON "Replay"("key");

-- CreateIndex
CREATE UNIQUE INDEX "Replay_running_key" ON "Replay"("running");

-- CreateIndex
CREATE INDEX "InboundMessage_status_receivedAt_idx" ON "InboundMessage"("status", "receivedAt");

-- CreateIndex
CREATE INDEX "InboundMessage_receivedAt_id_idx" ON "InboundMessage"("receivedAt", "id");

-- CreateIndex
CREATE INDEX "InboundMessage_sender_idx" ON "InboundMessage"("sender");

-- CreateIndex
CREATE INDEX "InboundMessage_libraryCode_receivedAt_idx" ON "InboundMessage"("libraryCode", "receivedAt");

-- CreateIndex
CREATE INDEX "InboundMessage_identity_idx" ON "InboundMessage"("identity");

-- CreateIndex
CREATE INDEX "InboundMessage_sha256_idx" ON "InboundMessage"("sha256");

-- AddForeignKey
ALTER TABLE "InboundAttempt" ADD CONSTRAINT "InboundAttempt_messageId_fkey" FOREIGN KEY ("messageId") REFERENCES "InboundMessage"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "SinliDocument" ADD CONSTRAINT "SinliDocument_messageId_fkey" FOREIGN KEY ("messageId") REFERENCES "InboundMessage"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "SinliLine" ADD CONSTRAINT "SinliLine_documentId_fkey" FOREIGN KEY ("documentId") REFERENCES "SinliDocument"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What Prisma's schema language does not say.
INSERT INTO "AuditHead" ("id", "count") SELECT 1, count(*) FROM "AuditEntry";
CREATE TRIGGER "InboundAttempt_append_only" BEFORE UPDATE OR DELETE ON "InboundAttempt" FOR EACH ROW EXECUTE FUNCTION "append_only"();
