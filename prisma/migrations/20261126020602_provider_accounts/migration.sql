-- AlterTable
ALTER TABLE "Operator" ADD COLUMN     "linkable" BOOLEAN;

-- AlterTable
ALTER TABLE "OperatorIdentity" ADD COLUMN     "noRoleSince" TIMESTAMP(3);

-- CreateTable
CREATE TABLE "SignInKey" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "key" BYTEA NOT NULL,

    CONSTRAINT "SignInKey_pkey" PRIMARY KEY ("id")
);

-- Accounts that have, or had, an identity: each has signed in with the provider.
UPDATE "Operator" o SET "linkable" = false
WHERE EXISTS (SELECT 1 FROM "OperatorIdentity" i WHERE i."operatorId" = o."id")
  OR EXISTS (
    SELECT 1 FROM "AuditEntry" a
    WHERE a."object" = 'operator:' || o."email" AND a."action" = 'sign-in' AND a."after" ? 'issuer'
  );
