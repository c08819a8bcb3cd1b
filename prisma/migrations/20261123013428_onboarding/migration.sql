-- CreateEnum
CREATE TYPE "OnboardingStage" AS ENUM ('SOLICITADA', 'EN_PRUEBAS', 'ACTIVA', 'RECHAZADA', 'BAJA');

-- CreateEnum
CREATE TYPE "OnboardingStepKey" AS ENUM ('RECORD', 'EMAIL', 'SINLI_ID', 'PENDING_MESSAGES', 'FIRST_MESSAGE', 'FIRST_DOCUMENT', 'CUSTOMERS', 'SIGNALS', 'CONTRACT', 'FISCAL_DATA', 'TRAINING', 'STABLE');

-- CreateEnum
CREATE TYPE "MxOutcome" AS ENUM ('FOUND', 'NONE', 'NO_DOMAIN', 'TIMED_OUT', 'FAILED');

-- AlterTable
ALTER TABLE "Incident" ADD COLUMN     "onboarding" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "Onboarding" (
    "libraryCode" TEXT NOT NULL,
    "stage" "OnboardingStage" NOT NULL DEFAULT 'SOLICITADA',
    "since" TIMESTAMP(3) NOT NULL,
    "responsibleId" TEXT,
    "mxDomain" TEXT,
    "mxOutcome" "MxOutcome",
    "mxCheckedAt" TIMESTAMP(3),
    "mxHosts" TEXT[] DEFAULT ARRAY[]::TEXT[],

    CONSTRAINT "Onboarding_pkey" PRIMARY KEY ("libraryCode")
);

-- CreateTable
CREATE TABLE "OnboardingStep" (
    "libraryCode" TEXT NOT NULL,
    "key" "OnboardingStepKey" NOT NULL,
    "at" TIMESTAMP(3) NOT NULL,
    "byId" TEXT NOT NULL,
    "waiver" TEXT,

    CONSTRAINT "OnboardingStep_pkey" PRIMARY KEY ("libraryCode","key")
);

-- CreateIndex
CREATE INDEX "Onboarding_stage_since_idx" ON "Onboarding"("stage", "since");

-- CreateIndex
CREATE INDEX "Onboarding_responsibleId_idx" ON "Onboarding"("responsibleId");

-- CreateIndex
CREATE INDEX "OnboardingStep_byId_idx" ON "OnboardingStep"("byId");

-- CreateIndex
CREATE INDEX "Customer_libraryCode_idx" ON "Customer"("libraryCode");

-- AddForeignKey
ALTER TABLE "Onboarding" ADD CONSTRAINT "Onboarding_libraryCode_fkey" FOREIGN KEY ("libraryCode") REFERENCES "Library"("code") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Onboarding" ADD CONSTRAINT "Onboarding_responsibleId_fkey" FOREIGN KEY ("responsibleId") REFERENCES "Operator"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "OnboardingStep" ADD CONSTRAINT "OnboardingStep_libraryCode_fkey" FOREIGN KEY ("libraryCode") REFERENCES "Onboarding"("libraryCode") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "OnboardingStep" ADD CONSTRAINT "OnboardingStep_byId_fkey" FOREIGN KEY ("byId") REFERENCES "Operator"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- Messages that failed are few: these find those of one party.
CREATE INDEX "InboundMessage_failed_sender_idx" ON "InboundMessage"("sender") WHERE "status" = 'FAILED';

CREATE INDEX "InboundMessage_failed_receiver_idx" ON "InboundMessage"("receiver") WHERE "status" = 'FAILED';

-- A library that is known already is active if one of its documents was processed: since its first. The others are requested.
INSERT INTO "Onboarding" ("libraryCode", "stage", "since")
SELECT l."code", CASE WHEN m."first" IS NULL THEN 'SOLICITADA' ELSE 'ACTIVA' END::"OnboardingStage",
  coalesce(m."first", l."updatedAt")
FROM "Library" l LEFT JOIN LATERAL (
  SELECT min("receivedAt") AS "first" FROM "InboundMessage"
  WHERE "status" IN ('PROCESSED', 'PROCESSED_WITH_WARNINGS')
    AND ("sender" = upper(l."sinliId") OR "receiver" = upper(l."sinliId"))
) m ON true;
