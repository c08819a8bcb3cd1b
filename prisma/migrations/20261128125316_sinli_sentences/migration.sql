-- AlterTable
ALTER TABLE "InboundAttempt" ADD COLUMN     "sentence" JSONB;

-- AlterTable
ALTER TABLE "InboundMessage" ADD COLUMN     "sentence" JSONB;

-- The rows that prisma/conversions/sinli-sentences.js has yet to convert. Each index is empty when all are.
CREATE INDEX "InboundMessage_unconverted_idx" ON "InboundMessage"("id")
  WHERE "problem" IS NOT NULL AND ("sentence" ->> 'of') IS DISTINCT FROM md5("problem");
CREATE INDEX "InboundAttempt_unconverted_idx" ON "InboundAttempt"("id")
  WHERE ("problem" IS NOT NULL AND ("sentence" ->> 'of') IS DISTINCT FROM md5("problem"))
    OR jsonb_path_exists("warnings", '$[*] ? (!exists(@.sentence))');
CREATE INDEX "SinliDocument_unconverted_idx" ON "SinliDocument"("id")
  WHERE jsonb_path_exists("warnings", '$[*] ? (!exists(@.sentence))');
CREATE INDEX "Replay_unconverted_idx" ON "Replay"("id")
  WHERE jsonb_path_exists("answer", '$.results[*] ? (@.message != null && !exists(@.sentence))');

-- Attempts are still only added to, except for the sentences of their texts.
CREATE FUNCTION "without_sentences"("warnings" JSONB) RETURNS JSONB LANGUAGE sql IMMUTABLE AS $$
  SELECT jsonb_agg("warning" - 'sentence' ORDER BY "place")
  FROM jsonb_array_elements("warnings") WITH ORDINALITY AS "listed"("warning", "place")
$$;
DROP TRIGGER "InboundAttempt_append_only" ON "InboundAttempt";
CREATE TRIGGER "InboundAttempt_append_only" BEFORE DELETE ON "InboundAttempt" FOR EACH ROW EXECUTE FUNCTION "append_only"();
CREATE TRIGGER "InboundAttempt_only_sentences" BEFORE UPDATE ON "InboundAttempt" FOR EACH ROW
  WHEN (
    (to_jsonb(NEW) - 'sentence' - 'warnings') IS DISTINCT FROM (to_jsonb(OLD) - 'sentence' - 'warnings')
    OR "without_sentences"(NEW."warnings") IS DISTINCT FROM "without_sentences"(OLD."warnings")
    OR (NEW."sentence" IS DISTINCT FROM OLD."sentence" AND (OLD."sentence" ->> 'of') = md5(OLD."problem"))
  ) EXECUTE FUNCTION "append_only"();
