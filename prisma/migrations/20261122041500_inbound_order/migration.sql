-- "beginnings" counts how often the processing of a message was begun without an end. "sequence" is the order in which
-- messages are processed: "receivedAt" ties, and the clocks of instances differ.
ALTER TABLE "InboundMessage" ADD COLUMN "beginnings" INTEGER NOT NULL DEFAULT 0, ADD COLUMN "sequence" BIGINT;

UPDATE "InboundMessage" AS message SET "sequence" = arrived.place
FROM (SELECT "id", row_number() OVER (ORDER BY "receivedAt", "id") AS place FROM "InboundMessage") AS arrived
WHERE message."id" = arrived."id";

CREATE SEQUENCE "InboundMessage_sequence_seq" OWNED BY "InboundMessage"."sequence";
SELECT setval('"InboundMessage_sequence_seq"', (SELECT count(*) + 1 FROM "InboundMessage"), false);

ALTER TABLE "InboundMessage"
  ALTER COLUMN "sequence" SET DEFAULT nextval('"InboundMessage_sequence_seq"'),
  ALTER COLUMN "sequence" SET NOT NULL;

CREATE UNIQUE INDEX "InboundMessage_sequence_key" ON "InboundMessage"("sequence");

-- The oldest waiting message is found without reading those that are processed.
CREATE INDEX "InboundMessage_waiting_idx" ON "InboundMessage"("sequence") WHERE "status" IN ('RECEIVED', 'PROCESSING');
