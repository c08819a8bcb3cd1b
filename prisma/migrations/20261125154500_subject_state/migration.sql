-- CreateIndex
CREATE INDEX "Subject_state_idx" ON "Subject"("state");
