-- CreateTable: subjects that are stored now have no row and are known to all senders.
CREATE TABLE "SubjectRegistration" (
    "subjectId" INTEGER NOT NULL,
    "place" BIGINT,

    CONSTRAINT "SubjectRegistration_pkey" PRIMARY KEY ("subjectId")
);

-- CreateIndex
CREATE INDEX "SubjectRegistration_place_idx" ON "SubjectRegistration"("place");

-- AddForeignKey
ALTER TABLE "SubjectRegistration" ADD CONSTRAINT "SubjectRegistration_subjectId_fkey" FOREIGN KEY ("subjectId") REFERENCES "Subject"("id") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE SEQUENCE "registration";
SELECT setval('registration', 1);

-- A subject was unknown until it was registered, brought back or given a host, whoever does it.
CREATE FUNCTION "register_subjects"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "SubjectRegistration" ("subjectId") SELECT "id" FROM added ORDER BY "id";
  RETURN NULL;
END $$;
CREATE TRIGGER "Subject_registered" AFTER INSERT ON "Subject" REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION "register_subjects"();

CREATE FUNCTION "register_again"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "SubjectRegistration" ("subjectId") VALUES ((to_jsonb(NEW) ->> TG_ARGV[0])::int)
    ON CONFLICT ("subjectId") DO UPDATE SET "place" = NULL;
  RETURN NULL;
END $$;
CREATE TRIGGER "Subject_brought_back" AFTER UPDATE OF "retiredAt" ON "Subject" FOR EACH ROW
  WHEN (OLD."retiredAt" IS NOT NULL AND NEW."retiredAt" IS NULL) EXECUTE FUNCTION "register_again"('id');
CREATE TRIGGER "Integration_given_hosts" AFTER UPDATE OF "hosts" ON "Integration" FOR EACH ROW
  WHEN (NOT NEW."hosts" <@ OLD."hosts") EXECUTE FUNCTION "register_again"('subjectId');

-- Gives a place to the subjects registered since the last call, and returns the last place. What has a later place was
-- not yet registered; what has none later is found by whatever is read afterwards: a place is taken from the sequence
-- only for a row that is committed. A row that is locked is just being registered, or given a place.
CREATE FUNCTION "registration_horizon"() RETURNS BIGINT LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM "SubjectRegistration" WHERE "place" IS NULL) THEN
    UPDATE "SubjectRegistration" SET "place" = nextval('registration') WHERE "subjectId" IN (
      SELECT "subjectId" FROM "SubjectRegistration" WHERE "place" IS NULL FOR UPDATE SKIP LOCKED);
  END IF;
  RETURN (SELECT last_value FROM "registration");
END $$;

-- AlterTable: locked in the order in which requests lock them: senders, then streams.
ALTER TABLE "OtlpSender" ADD COLUMN     "exportAt" BIGINT NOT NULL DEFAULT 0,
ADD COLUMN     "lastHorizon" BIGINT NOT NULL DEFAULT 0,
ADD COLUMN     "previousHorizon" BIGINT NOT NULL DEFAULT 0;

-- AlterTable: the streams stored until now are those of an earlier version, which computed other hashes.
ALTER TABLE "OtlpStream" ADD COLUMN     "horizons" BIGINT[] DEFAULT ARRAY[]::BIGINT[],
ADD COLUMN     "process" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "receivedAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP;

-- CreateIndex
CREATE INDEX "OtlpStream_sourceId_process_idx" ON "OtlpStream"("sourceId", "process");
