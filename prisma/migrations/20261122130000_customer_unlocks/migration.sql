-- AlterTable
ALTER TABLE "Customer" ADD COLUMN     "platformLocked" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "unlockReadAt" TIMESTAMP(3),
ADD COLUMN     "unlockedAt" TIMESTAMP(3);

-- A lock that is not for failed sign-ins was told by the platform.
UPDATE "Customer" SET "platformLocked" = true
WHERE "locked" AND "lockReason" IS DISTINCT FROM '5 intentos de acceso fallidos en 15 minutos';

-- Without counted failures, "failuresSince" is when an operator lifted the lock. If the platform has told nothing since and
-- the lock was its own, its last word is that lock.
UPDATE "Customer" AS customer SET "unlockedAt" = customer."failuresSince",
  "platformLocked" = customer."updatedAt" = customer."failuresSince" AND EXISTS (
    SELECT 1 FROM "AuditEntry" AS entry
    WHERE entry."object" = 'customer:' || customer."id" AND entry."action" = 'customer.unlock'
      AND entry."at" = customer."failuresSince"
      AND entry."before"->>'lockReason' IS DISTINCT FROM '5 intentos de acceso fallidos en 15 minutos'
  )
WHERE NOT customer."locked" AND customer."failures" = 0 AND customer."failuresSince" IS NOT NULL;
