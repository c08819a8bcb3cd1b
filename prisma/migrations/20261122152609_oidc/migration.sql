-- AlterTable
ALTER TABLE "Operator" ALTER COLUMN "passwordHash" DROP NOT NULL;

-- AlterTable
ALTER TABLE "Session" ADD COLUMN     "providerSid" TEXT;

-- CreateTable
CREATE TABLE "OperatorIdentity" (
    "operatorId" TEXT NOT NULL,
    "issuer" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "linkedAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "OperatorIdentity_pkey" PRIMARY KEY ("operatorId")
);

-- CreateTable
CREATE TABLE "SignInAttempt" (
    "id" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "nonce" TEXT NOT NULL,
    "verifier" TEXT NOT NULL,
    "next" TEXT NOT NULL,
    "sessionId" TEXT,
    "expiresAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "SignInAttempt_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "OperatorIdentity_issuer_subject_key" ON "OperatorIdentity"("issuer", "subject");

-- CreateIndex
CREATE INDEX "SignInAttempt_expiresAt_idx" ON "SignInAttempt"("expiresAt");

-- CreateIndex
CREATE INDEX "Session_providerSid_idx" ON "Session"("providerSid");

-- AddForeignKey
ALTER TABLE "OperatorIdentity" ADD CONSTRAINT "OperatorIdentity_operatorId_fkey" FOREIGN KEY ("operatorId") REFERENCES "Operator"("id") ON DELETE CASCADE ON UPDATE CASCADE;
