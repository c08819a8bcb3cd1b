-- CreateEnum
CREATE TYPE "DestinationType" AS ENUM ('WEBHOOK', 'EMAIL', 'SLACK', 'TEAMS', 'ALERTMANAGER', 'PAGERDUTY');

-- CreateEnum
CREATE TYPE "GroupBy" AS ENUM ('ALL', 'KIND', 'AREA', 'SUBJECT');

-- CreateEnum
CREATE TYPE "DeliveryKind" AS ENUM ('INCIDENTS', 'TEST', 'DIGEST', 'EVENT');

-- CreateEnum
CREATE TYPE "DeliveryStatus" AS ENUM ('PENDING', 'DELIVERED', 'DEAD', 'SUPERSEDED');

-- AlterEnum
-- This migration adds more than one value to an enum.
-- With PostgreSQL versions 11 and earlier, this is not possible
-- in a single migration. This can be worked around by creating
-- multiple migrations, each migration adding only one value to
-- the enum.


ALTER TYPE "TimelineEvent" ADD VALUE 'NOTIFIED';
ALTER TYPE "TimelineEvent" ADD VALUE 'SUPPRESSED';
ALTER TYPE "TimelineEvent" ADD VALUE 'UNSUPPRESSED';

-- AlterTable
ALTER TABLE "Incident" ADD COLUMN     "maintenanceId" TEXT,
ADD COLUMN     "suppressedById" TEXT;

-- CreateTable
CREATE TABLE "Destination" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "type" "DestinationType" NOT NULL,
    "config" JSONB NOT NULL,
    "secret" BYTEA,
    "previousSecret" BYTEA,
    "rotatedAt" TIMESTAMP(3),
    "filter" JSONB NOT NULL DEFAULT '{}',
    "groupBy" "GroupBy" NOT NULL DEFAULT 'ALL',
    "waitMs" INTEGER NOT NULL DEFAULT 30000,
    "intervalMs" INTEGER NOT NULL DEFAULT 300000,
    "repeatMs" INTEGER DEFAULT 14400000,
    "onlyUnacknowledgedAfterMs" INTEGER,
    "tellsResolved" BOOLEAN NOT NULL DEFAULT true,
    "language" TEXT NOT NULL DEFAULT 'es',
    "digestHour" INTEGER,
    "digestZone" TEXT,
    "lastDigestAt" TIMESTAMP(3),
    "disabledAt" TIMESTAMP(3),
    "disabledBecause" TEXT,
    "createdAt" TIMESTAMP(3) NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 0,
    "subjectId" INTEGER NOT NULL,

    CONSTRAINT "Destination_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "DeliveryGroup" (
    "destinationId" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "nextAt" TIMESTAMP(3),
    "sent" JSONB NOT NULL DEFAULT '{}',
    "lastAt" TIMESTAMP(3),
    "threadId" TEXT,

    CONSTRAINT "DeliveryGroup_pkey" PRIMARY KEY ("destinationId","key")
);

-- CreateTable
CREATE TABLE "Delivery" (
    "id" TEXT NOT NULL,
    "destinationId" TEXT NOT NULL,
    "groupKey" TEXT,
    "kind" "DeliveryKind" NOT NULL,
    "message" JSONB NOT NULL,
    "status" "DeliveryStatus" NOT NULL DEFAULT 'PENDING',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "createdAt" TIMESTAMP(3) NOT NULL,
    "nextAt" TIMESTAMP(3) NOT NULL,
    "leasedUntil" TIMESTAMP(3),
    "endedAt" TIMESTAMP(3),

    CONSTRAINT "Delivery_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "DeliveryAttempt" (
    "id" SERIAL NOT NULL,
    "deliveryId" TEXT NOT NULL,
    "at" TIMESTAMP(3) NOT NULL,
    "ms" INTEGER NOT NULL,
    "status" INTEGER,
    "error" TEXT,
    "answer" TEXT,

    CONSTRAINT "DeliveryAttempt_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "DeliveryIncident" (
    "deliveryId" TEXT NOT NULL,
    "incidentId" TEXT NOT NULL,
    "severity" "Severity",

    CONSTRAINT "DeliveryIncident_pkey" PRIMARY KEY ("deliveryId","incidentId")
);

-- CreateTable
CREATE TABLE "Mute" (
    "id" TEXT NOT NULL,
    "byId" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "matcher" JSONB NOT NULL,
    "startsAt" TIMESTAMP(3) NOT NULL,
    "endsAt" TIMESTAMP(3) NOT NULL,
    "endedAt" TIMESTAMP(3),
    "endedById" TEXT,

    CONSTRAINT "Mute_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Maintenance" (
    "id" TEXT NOT NULL,
    "byId" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "matcher" JSONB NOT NULL,
    "startsAt" TIMESTAMP(3) NOT NULL,
    "endsAt" TIMESTAMP(3) NOT NULL,
    "recurrence" TEXT,
    "zone" TEXT NOT NULL,
    "endedAt" TIMESTAMP(3),

    CONSTRAINT "Maintenance_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Dependency" (
    "upstreamId" INTEGER NOT NULL,
    "downstreamId" INTEGER NOT NULL,

    CONSTRAINT "Dependency_pkey" PRIMARY KEY ("upstreamId","downstreamId")
);

-- CreateIndex
CREATE UNIQUE INDEX "Destination_name_key" ON "Destination"("name");

-- CreateIndex
CREATE UNIQUE INDEX "Destination_subjectId_key" ON "Destination"("subjectId");

-- CreateIndex
CREATE INDEX "Delivery_status_nextAt_idx" ON "Delivery"("status", "nextAt");

-- CreateIndex
CREATE INDEX "Delivery_destinationId_createdAt_id_idx" ON "Delivery"("destinationId", "createdAt" DESC, "id");

-- CreateIndex
CREATE INDEX "DeliveryAttempt_deliveryId_id_idx" ON "DeliveryAttempt"("deliveryId", "id");

-- CreateIndex
CREATE INDEX "DeliveryIncident_incidentId_idx" ON "DeliveryIncident"("incidentId");

-- CreateIndex
CREATE INDEX "Mute_endsAt_idx" ON "Mute"("endsAt");

-- CreateIndex
CREATE INDEX "Maintenance_endsAt_idx" ON "Maintenance"("endsAt");

-- CreateIndex
CREATE INDEX "Dependency_downstreamId_idx" ON "Dependency"("downstreamId");

-- CreateIndex
CREATE INDEX "Incident_suppressedById_idx" ON "Incident"("suppressedById");

-- AddForeignKey
ALTER TABLE "Incident" ADD CONSTRAINT "Incident_suppressedById_fkey" FOREIGN KEY ("suppressedById") REFERENCES "Incident"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Incident" ADD CONSTRAINT "Incident_maintenanceId_fkey" FOREIGN KEY ("maintenanceId") REFERENCES "Maintenance"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Destination" ADD CONSTRAINT "Destination_subjectId_fkey" FOREIGN KEY ("subjectId") REFERENCES "Subject"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "DeliveryGroup" ADD CONSTRAINT "DeliveryGroup_destinationId_fkey" FOREIGN KEY ("destinationId") REFERENCES "Destination"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Delivery" ADD CONSTRAINT "Delivery_destinationId_fkey" FOREIGN KEY ("destinationId") REFERENCES "Destination"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "DeliveryAttempt" ADD CONSTRAINT "DeliveryAttempt_deliveryId_fkey" FOREIGN KEY ("deliveryId") REFERENCES "Delivery"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "DeliveryIncident" ADD CONSTRAINT "DeliveryIncident_deliveryId_fkey" FOREIGN KEY ("deliveryId") REFERENCES "Delivery"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "DeliveryIncident" ADD CONSTRAINT "DeliveryIncident_incidentId_fkey" FOREIGN KEY ("incidentId") REFERENCES "Incident"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Mute" ADD CONSTRAINT "Mute_byId_fkey" FOREIGN KEY ("byId") REFERENCES "Operator"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Mute" ADD CONSTRAINT "Mute_endedById_fkey" FOREIGN KEY ("endedById") REFERENCES "Operator"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Maintenance" ADD CONSTRAINT "Maintenance_byId_fkey" FOREIGN KEY ("byId") REFERENCES "Operator"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Dependency" ADD CONSTRAINT "Dependency_upstreamId_fkey" FOREIGN KEY ("upstreamId") REFERENCES "Subject"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Dependency" ADD CONSTRAINT "Dependency_downstreamId_fkey" FOREIGN KEY ("downstreamId") REFERENCES "Subject"("id") ON DELETE CASCADE ON UPDATE CASCADE;
