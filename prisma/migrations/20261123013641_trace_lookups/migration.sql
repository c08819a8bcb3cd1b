-- CreateIndex
CREATE INDEX "InboundAttempt_replayId_idx" ON "InboundAttempt"("replayId");

-- CreateIndex
CREATE INDEX "RequestExample_traceId_idx" ON "RequestExample"("traceId");
