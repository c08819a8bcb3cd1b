-- A sentence of an attempt is added once, as the conversion does, and never replaced: that of its problem, and those in
-- the JSON of its warnings. Here they are without those that may be added, which the warnings of before do not have.
CREATE FUNCTION "kept_sentences"("warnings" JSONB, "before" JSONB) RETURNS JSONB LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(jsonb_agg(
    CASE WHEN jsonb_typeof("before" -> ("place"::int - 1) -> 'sentence') = 'object' THEN "warning" ELSE "warning" - 'sentence' END
    ORDER BY "place"), '[]')
  FROM jsonb_array_elements("warnings") WITH ORDINALITY AS "listed"("warning", "place")
$$;
DROP TRIGGER "InboundAttempt_only_sentences" ON "InboundAttempt";
DROP FUNCTION "without_sentences"(JSONB);
CREATE TRIGGER "InboundAttempt_only_sentences" BEFORE UPDATE ON "InboundAttempt" FOR EACH ROW
  WHEN (
    (to_jsonb(NEW) - 'sentence' - 'warnings') IS DISTINCT FROM (to_jsonb(OLD) - 'sentence' - 'warnings')
    OR "kept_sentences"(NEW."warnings", OLD."warnings") IS DISTINCT FROM "kept_sentences"(OLD."warnings", OLD."warnings")
    OR (
      NEW."sentence" IS DISTINCT FROM OLD."sentence"
      AND (OLD."problem" IS NULL OR (OLD."sentence" ->> 'of') = md5(OLD."problem"))
    )
  ) EXECUTE FUNCTION "append_only"();
