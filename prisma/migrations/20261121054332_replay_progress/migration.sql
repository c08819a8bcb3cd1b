-- AlterTable
ALTER TABLE "Replay" ADD COLUMN     "done" INTEGER NOT NULL DEFAULT 0;

-- CreateIndex
CREATE INDEX "Replay_startedAt_id_idx" ON "Replay"("startedAt", "id");

-- What Prisma's schema language does not say: how far the replays of before have come.
UPDATE "Replay" SET "done" = (
  SELECT count(*) FROM jsonb_array_elements("answer" -> 'results') result
  WHERE result ->> 'message' IS DISTINCT FROM 'The replay was interrupted before it came to this message.'
) WHERE "answer" IS NOT NULL;
