-- What is due at a destination, and what is in progress there, is found without reading the deliveries that have ended.
CREATE INDEX "Delivery_waiting_idx" ON "Delivery"("destinationId", "nextAt") WHERE "status" = 'PENDING';
CREATE INDEX "Delivery_leased_idx" ON "Delivery"("destinationId") WHERE "leasedUntil" IS NOT NULL;
