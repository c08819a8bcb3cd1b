-- DropIndex
DROP INDEX "InboundMessage_sender_idx";

-- CreateIndex
CREATE INDEX "InboundMessage_sender_receivedAt_idx" ON "InboundMessage"("sender", "receivedAt");

-- CreateIndex
CREATE INDEX "InboundMessage_receiver_receivedAt_idx" ON "InboundMessage"("receiver", "receivedAt");
