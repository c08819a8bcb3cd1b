-- What the search needs, all of which Prisma's schema language does not say. Nothing is to be kept in step: the indexes
-- are over expressions of the columns, and src/trade/search-places.ts asks by the very same expressions.

-- src/database/extensions.ts has tried this before, and said what to do where the role may not.
CREATE EXTENSION IF NOT EXISTS "unaccent";
CREATE EXTENSION IF NOT EXISTS "pg_trgm";

-- Texts as a search sees them: joined by blanks, without accents, in lower case. It begins with a blank, so that the
-- beginning of a word is a blank and what follows, for the first word too. "unaccent" is not IMMUTABLE because its rules
-- could be replaced; ours are the ones it comes with, named in full, so that an index may rely on them. Its cost tells
-- the planner to call it for as few rows as it can.
DO $do$
DECLARE
  home TEXT := (SELECT quote_ident(n.nspname) FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace WHERE e.extname = 'unaccent');
BEGIN
  EXECUTE format($create$
    CREATE FUNCTION "folded"(VARIADIC parts TEXT[]) RETURNS TEXT LANGUAGE sql IMMUTABLE PARALLEL SAFE COST 1000 AS $body$
      SELECT lower(%1$s.unaccent('%1$s.unaccent'::regdictionary, normalize(' ' || array_to_string(parts, ' '), NFC)))
    $body$
  $create$, home);
END $do$;

-- Full text: words in any number, whatever their order. Without "fastupdate", which would have every search read through
-- what was written since the last vacuum, and the embedded database has no vacuum of its own.
CREATE INDEX "Library_words_idx" ON "Library" USING gin (to_tsvector('spanish', "folded"("code", "name", "sinliId", "email", "city", "province"))) WITH (fastupdate = off);
CREATE INDEX "Customer_words_idx" ON "Customer" USING gin (to_tsvector('spanish', "folded"("id", "name", "email", "libraryCode"))) WITH (fastupdate = off);
CREATE INDEX "Subject_words_idx" ON "Subject" USING gin (to_tsvector('spanish', "folded"("key", "name"))) WITH (fastupdate = off);
CREATE INDEX "InboundMessage_words_idx" ON "InboundMessage" USING gin (to_tsvector('spanish', "folded"("document", "sender", "receiver", "code", "toldSubject", substring("identity" from '.*@.*')))) WITH (fastupdate = off);
CREATE INDEX "SinliLine_words_idx" ON "SinliLine" USING gin (to_tsvector('spanish', "folded"("title"))) WITH (fastupdate = off);

-- Trigrams: parts of words, and words that are spelt nearly so.
CREATE INDEX "Library_trigrams_idx" ON "Library" USING gin ("folded"("code", "name", "sinliId", "email", "city", "province") gin_trgm_ops) WITH (fastupdate = off);
CREATE INDEX "Customer_trigrams_idx" ON "Customer" USING gin ("folded"("id", "name", "email", "libraryCode") gin_trgm_ops) WITH (fastupdate = off);
CREATE INDEX "Subject_trigrams_idx" ON "Subject" USING gin ("folded"("key", "name") gin_trgm_ops) WITH (fastupdate = off);
CREATE INDEX "InboundMessage_trigrams_idx" ON "InboundMessage" USING gin ("folded"("document", "sender", "receiver", "code", "toldSubject", substring("identity" from '.*@.*')) gin_trgm_ops) WITH (fastupdate = off);
CREATE INDEX "SinliLine_trigrams_idx" ON "SinliLine" USING gin ("folded"("title") gin_trgm_ops) WITH (fastupdate = off);

-- Ids as people write them: without what separates their parts, in upper case; whole or the beginning of them.
CREATE INDEX "Library_code_plain_idx" ON "Library" (upper(translate("code", ' -./', '')) text_pattern_ops);
CREATE INDEX "Library_sinliId_plain_idx" ON "Library" (upper(translate("sinliId", ' -./', '')) text_pattern_ops);
CREATE INDEX "Customer_id_plain_idx" ON "Customer" (upper(translate("id", ' -./', '')) text_pattern_ops);
CREATE INDEX "Incident_id_plain_idx" ON "Incident" (upper(translate("id", ' -./', '')) text_pattern_ops);
CREATE INDEX "InboundMessage_id_plain_idx" ON "InboundMessage" (upper(translate("id", ' -./', '')) text_pattern_ops);
CREATE INDEX "InboundMessage_sender_plain_idx" ON "InboundMessage" (upper(translate("sender", ' -./', '')) text_pattern_ops);
CREATE INDEX "InboundMessage_receiver_plain_idx" ON "InboundMessage" (upper(translate("receiver", ' -./', '')) text_pattern_ops);
CREATE INDEX "SinliDocument_number_plain_idx" ON "SinliDocument" (upper(translate("number", ' -./', '')) text_pattern_ops);
CREATE INDEX "SinliLine_isbn_plain_idx" ON "SinliLine" (upper(translate("isbn", ' -./', '')) text_pattern_ops);
CREATE INDEX "SinliLine_ean_plain_idx" ON "SinliLine" (upper(translate("ean", ' -./', '')) text_pattern_ops);
