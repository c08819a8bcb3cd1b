-- Whom to call about a subject and what to do, and a short number of each incident, in the order in which they opened.
ALTER TABLE "Subject" ADD COLUMN "owner" TEXT, ADD COLUMN "runbookUrl" TEXT;

ALTER TABLE "Incident" ADD COLUMN "number" INTEGER;

UPDATE "Incident" AS incident SET "number" = opened.place
FROM (SELECT "id", row_number() OVER (ORDER BY "openedAt", "id") AS place FROM "Incident") AS opened
WHERE incident."id" = opened."id";

CREATE SEQUENCE "Incident_number_seq" AS INTEGER OWNED BY "Incident"."number";
SELECT setval('"Incident_number_seq"', (SELECT count(*) + 1 FROM "Incident"), false);

ALTER TABLE "Incident"
  ALTER COLUMN "number" SET DEFAULT nextval('"Incident_number_seq"'),
  ALTER COLUMN "number" SET NOT NULL;

CREATE UNIQUE INDEX "Incident_number_key" ON "Incident"("number");
