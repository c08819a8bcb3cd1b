-- CreateTable
CREATE TABLE "SinliNumber" (
    "documentId" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "type" TEXT NOT NULL,
    "sender" TEXT NOT NULL,
    "receiver" TEXT NOT NULL,
    "number" TEXT NOT NULL,
    "date" TIMESTAMP(3),

    CONSTRAINT "SinliNumber_pkey" PRIMARY KEY ("documentId","position")
);

-- CreateIndex
CREATE INDEX "SinliNumber_number_sender_receiver_type_idx" ON "SinliNumber"("number", "sender", "receiver", "type");

-- AddForeignKey
ALTER TABLE "SinliNumber" ADD CONSTRAINT "SinliNumber_documentId_fkey" FOREIGN KEY ("documentId") REFERENCES "SinliDocument"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- The numbers of documents stored before this table; `src/trade/chain/document-numbers.ts` finds those of new ones.
INSERT INTO "SinliNumber" ("documentId", "position", "type", "sender", "receiver", "number", "date")
WITH stated AS (
    SELECT d."id", true AS own, d."type", d."sender", d."receiver", d."number", d."date"
    FROM "SinliDocument" d WHERE d."type" IN ('PEDIDO', 'ENVIO', 'FACTUL', 'DEVOLU', 'ABONO')
    UNION ALL
    SELECT d."id", false, 'PEDIDO', d."receiver", d."sender", l."fields"->>'orderCode', NULL
    FROM "SinliDocument" d JOIN "SinliLine" l ON l."documentId" = d."id" WHERE d."type" = 'ENVIO'
    UNION ALL
    SELECT d."id", false, CASE WHEN (l."fields"->>'amountCents')::bigint < 0 THEN 'ABONO' ELSE 'ENVIO' END,
      d."sender", d."receiver", l."fields"->>'deliveryNoteNumber', (l."fields"->>'date')::timestamp(3)
    FROM "SinliDocument" d JOIN "SinliLine" l ON l."documentId" = d."id" WHERE d."type" = 'FACTUL'
    UNION ALL
    SELECT d."id", false, 'ENVIO', d."receiver", d."sender", l."fields"->>'purchaseDocument',
      (l."fields"->>'purchaseDate')::timestamp(3)
    FROM "SinliDocument" d JOIN "SinliLine" l ON l."documentId" = d."id" WHERE d."type" = 'DEVOLU'
    UNION ALL
    SELECT d."id", false, 'DEVOLU', d."receiver", d."sender", d."header"->>'returnReference',
      (d."header"->>'returnDate')::timestamp(3)
    FROM "SinliDocument" d WHERE d."type" = 'ABONO'
), normalized AS (
    SELECT DISTINCT "id", own, "type", "sender", "receiver", "date",
      regexp_replace(replace("number", ' ', ''), '^0+(?=[0-9]*$)', '') AS "number"
    FROM stated
)
SELECT "id", row_number() OVER (PARTITION BY "id", own ORDER BY "type", "number", "date") - own::int,
  "type", "sender", "receiver", "number", "date"
FROM normalized WHERE "number" <> '';
