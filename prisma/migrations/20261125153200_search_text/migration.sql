-- The texts of libraries and customers as the search compares them, stored: a text of fewer than three characters has no
-- trigram, so the database reads row by row, and "folded" costs 20 µs a row. Prisma's schema language cannot declare
-- what generates a column, only that something does.
DROP INDEX "Library_words_idx";
DROP INDEX "Library_trigrams_idx";
DROP INDEX "Customer_words_idx";
DROP INDEX "Customer_trigrams_idx";

ALTER TABLE "Library" ADD COLUMN "searchText" TEXT NOT NULL GENERATED ALWAYS AS ("folded"("code", "name", "sinliId", "email", "city", "province")) STORED;
ALTER TABLE "Customer" ADD COLUMN "searchText" TEXT NOT NULL GENERATED ALWAYS AS ("folded"("id", "name", "email", "libraryCode")) STORED;

CREATE INDEX "Library_words_idx" ON "Library" USING gin (to_tsvector('spanish', "searchText")) WITH (fastupdate = off);
CREATE INDEX "Library_trigrams_idx" ON "Library" USING gin ("searchText" gin_trgm_ops) WITH (fastupdate = off);
CREATE INDEX "Customer_words_idx" ON "Customer" USING gin (to_tsvector('spanish', "searchText")) WITH (fastupdate = off);
CREATE INDEX "Customer_trigrams_idx" ON "Customer" USING gin ("searchText" gin_trgm_ops) WITH (fastupdate = off);
