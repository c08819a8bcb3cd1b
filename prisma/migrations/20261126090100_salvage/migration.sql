-- AlterTable
ALTER TABLE "InboundMessage" ADD COLUMN     "salvage" INTEGER NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "SalvagedDocument" (
    "messageId" TEXT NOT NULL,
    "complete" BOOLEAN NOT NULL,
    "type" TEXT,
    "version" TEXT,
    "sender" TEXT,
    "receiver" TEXT,
    "number" TEXT,
    "date" TIMESTAMP(3),

    CONSTRAINT "SalvagedDocument_pkey" PRIMARY KEY ("messageId")
);

-- CreateTable
CREATE TABLE "SalvagedPart" (
    "messageId" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "number" TEXT,
    "isbn" TEXT,
    "ean" TEXT,
    "text" TEXT,

    CONSTRAINT "SalvagedPart_pkey" PRIMARY KEY ("messageId","position")
);

-- AddForeignKey
ALTER TABLE "SalvagedDocument" ADD CONSTRAINT "SalvagedDocument_messageId_fkey" FOREIGN KEY ("messageId") REFERENCES "InboundMessage"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "SalvagedPart" ADD CONSTRAINT "SalvagedPart_messageId_fkey" FOREIGN KEY ("messageId") REFERENCES "SalvagedDocument"("messageId") ON DELETE CASCADE ON UPDATE CASCADE;

-- The failed messages that an older salvage has read, or none.
CREATE INDEX "InboundMessage_salvage_idx" ON "InboundMessage"("salvage", "receivedAt" DESC) WHERE "status" = 'FAILED';

-- The failed messages that may hold more than what was found in them.
CREATE INDEX "SalvagedDocument_incomplete_idx" ON "SalvagedDocument"("messageId") WHERE NOT "complete";

-- As for documents and their lines: words, parts of words, and ids without separators.
CREATE INDEX "SalvagedPart_words_idx" ON "SalvagedPart" USING gin (to_tsvector('spanish', "folded"("text"))) WITH (fastupdate = off);
CREATE INDEX "SalvagedPart_trigrams_idx" ON "SalvagedPart" USING gin ("folded"("text") gin_trgm_ops) WITH (fastupdate = off);
CREATE INDEX "SalvagedPart_number_plain_idx" ON "SalvagedPart" (upper(translate("number", ' -./', '')) text_pattern_ops);
CREATE INDEX "SalvagedPart_isbn_plain_idx" ON "SalvagedPart" (upper(translate("isbn", ' -./', '')) text_pattern_ops);
CREATE INDEX "SalvagedPart_ean_plain_idx" ON "SalvagedPart" (upper(translate("ean", ' -./', '')) text_pattern_ops);

-- Numbers as the trace compares them: without the zeros that pad one of digits.
CREATE INDEX "SalvagedPart_number_unpadded_idx" ON "SalvagedPart" (regexp_replace(upper(translate("number", ' -./', '')), '^0+(?=[0-9]*$)', ''));
