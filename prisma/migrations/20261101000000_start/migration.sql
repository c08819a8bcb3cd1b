-- CreateEnum
CREATE TYPE "Kind" AS ENUM ('LIBRERIAS', 'ENDPOINTS', 'INTEGRACIONES');

-- CreateEnum
CREATE TYPE "State" AS ENUM ('OPERATIVO', 'DEGRADADO', 'FALLANDO', 'DESCONOCIDO');

-- CreateEnum
CREATE TYPE "Severity" AS ENUM ('FALLANDO', 'DEGRADADO');

-- CreateEnum
CREATE TYPE "IncidentStatus" AS ENUM ('OPEN', 'ACKNOWLEDGED', 'RESOLVED');

-- CreateEnum
CREATE TYPE "Resolution" AS ENUM ('AUTOMATIC', 'BY_HAND', 'BY_FORCE', 'SUBJECT_REMOVED');

-- CreateEnum
CREATE TYPE "TimelineEvent" AS ENUM ('OPENED', 'ESCALATED', 'DEESCALATED', 'ACKNOWLEDGED', 'ACKNOWLEDGEMENT_WITHDRAWN', 'UNSTABLE', 'NO_DATA', 'DATA_RETURNED', 'RESOLVED', 'REOPENED', 'NOTE');

-- CreateEnum
CREATE TYPE "Role" AS ENUM ('lector', 'operador', 'admin');

-- CreateTable
CREATE TABLE "Area" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "position" INTEGER NOT NULL,

    CONSTRAINT "Area_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Subject" (
    "id" SERIAL NOT NULL,
    "kind" "Kind" NOT NULL,
    "key" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "critical" BOOLEAN NOT NULL DEFAULT false,
    "policy" JSONB NOT NULL DEFAULT '{}',
    "state" "State" NOT NULL DEFAULT 'DESCONOCIDO',
    "stateSince" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "evidence" JSONB,
    "memory" JSONB,
    "version" INTEGER NOT NULL DEFAULT 0,
    "retiredAt" TIMESTAMP(3),

    CONSTRAINT "Subject_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Endpoint" (
    "id" TEXT NOT NULL,
    "subjectId" INTEGER NOT NULL,
    "method" TEXT NOT NULL,
    "path" TEXT NOT NULL,
    "areaId" TEXT,
    "authRequired" BOOLEAN NOT NULL,
    "critical" BOOLEAN NOT NULL,
    "position" INTEGER NOT NULL DEFAULT 1000000,

    CONSTRAINT "Endpoint_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Library" (
    "code" TEXT NOT NULL,
    "subjectId" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "sinliId" TEXT,
    "email" TEXT,
    "city" TEXT,
    "province" TEXT,
    "updatedAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "Library_pkey" PRIMARY KEY ("code")
);

-- CreateTable
CREATE TABLE "Integration" (
    "key" TEXT NOT NULL,
    "subjectId" INTEGER NOT NULL,
    "name" TEXT NOT NULL,

    CONSTRAINT "Integration_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "Customer" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "libraryCode" TEXT,
    "locked" BOOLEAN NOT NULL DEFAULT false,
    "lockReason" TEXT,
    "lockedAt" TIMESTAMP(3),
    "updatedAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "Customer_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "InboundMessage" (
    "id" TEXT NOT NULL,
    "receivedAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "status" TEXT NOT NULL,
    "code" TEXT,
    "sender" TEXT,
    "document" TEXT,

    CONSTRAINT "InboundMessage_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Bucket" (
    "subjectId" INTEGER NOT NULL,
    "span" INTEGER NOT NULL,
    "start" TIMESTAMP(3) NOT NULL,
    "source" TEXT NOT NULL,
    "n" INTEGER NOT NULL,
    "bad" INTEGER NOT NULL,
    "slow" INTEGER NOT NULL,
    "sumMs" DOUBLE PRECISION NOT NULL,
    "tail" INTEGER NOT NULL,
    "durations" BYTEA NOT NULL,
    "flushedAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Bucket_pkey" PRIMARY KEY ("subjectId","span","start","source")
);

-- CreateTable
CREATE TABLE "Transition" (
    "id" SERIAL NOT NULL,
    "subjectId" INTEGER NOT NULL,
    "at" TIMESTAMP(3) NOT NULL,
    "from" "State" NOT NULL,
    "to" "State" NOT NULL,
    "evidence" JSONB NOT NULL,
    "policy" JSONB NOT NULL,

    CONSTRAINT "Transition_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Incident" (
    "id" TEXT NOT NULL,
    "kind" "Kind" NOT NULL,
    "subjectId" INTEGER NOT NULL,
    "openKey" TEXT,
    "status" "IncidentStatus" NOT NULL DEFAULT 'OPEN',
    "severity" "Severity" NOT NULL,
    "maxSeverity" "Severity" NOT NULL,
    "suppressed" BOOLEAN NOT NULL DEFAULT false,
    "noData" BOOLEAN NOT NULL DEFAULT false,
    "openedAt" TIMESTAMP(3) NOT NULL,
    "acknowledgedAt" TIMESTAMP(3),
    "acknowledgedById" TEXT,
    "resolvedAt" TIMESTAMP(3),
    "resolution" "Resolution",
    "evidence" JSONB NOT NULL,
    "previousId" TEXT,

    CONSTRAINT "Incident_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "TimelineEntry" (
    "id" SERIAL NOT NULL,
    "incidentId" TEXT NOT NULL,
    "at" TIMESTAMP(3) NOT NULL,
    "event" "TimelineEvent" NOT NULL,
    "byId" TEXT,
    "note" TEXT,
    "evidence" JSONB,
    "severity" "Severity" NOT NULL,

    CONSTRAINT "TimelineEntry_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Revision" (
    "view" TEXT NOT NULL,
    "value" BIGINT NOT NULL,

    CONSTRAINT "Revision_pkey" PRIMARY KEY ("view")
);

-- CreateTable
CREATE TABLE "Operator" (
    "id" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "role" "Role" NOT NULL,
    "passwordHash" TEXT NOT NULL,
    "disabledAt" TIMESTAMP(3),
    "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "panelSeenAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Operator_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Session" (
    "id" TEXT NOT NULL,
    "operatorId" TEXT NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL,
    "seenAt" TIMESTAMP(3) NOT NULL,
    "expiresAt" TIMESTAMP(3) NOT NULL,
    "address" TEXT NOT NULL,

    CONSTRAINT "Session_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Attempts" (
    "key" TEXT NOT NULL,
    "points" INTEGER NOT NULL,
    "expire" BIGINT,

    CONSTRAINT "Attempts_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "AuditEntry" (
    "id" SERIAL NOT NULL,
    "at" TIMESTAMP(3) NOT NULL,
    "actor" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "object" TEXT NOT NULL,
    "before" JSONB,
    "after" JSONB,
    "address" TEXT,
    "requestId" TEXT,

    CONSTRAINT "AuditEntry_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "Area_name_key" ON "Area"("name");

-- CreateIndex
CREATE UNIQUE INDEX "Area_position_key" ON "Area"("position");

-- CreateIndex
CREATE UNIQUE INDEX "Subject_kind_key_key" ON "Subject"("kind", "key");

-- CreateIndex
CREATE UNIQUE INDEX "Endpoint_subjectId_key" ON "Endpoint"("subjectId");

-- CreateIndex
CREATE INDEX "Endpoint_areaId_idx" ON "Endpoint"("areaId");

-- CreateIndex
CREATE UNIQUE INDEX "Endpoint_method_path_key" ON "Endpoint"("method", "path");

-- CreateIndex
CREATE UNIQUE INDEX "Library_subjectId_key" ON "Library"("subjectId");

-- CreateIndex
CREATE UNIQUE INDEX "Library_sinliId_key" ON "Library"("sinliId");

-- CreateIndex
CREATE UNIQUE INDEX "Integration_subjectId_key" ON "Integration"("subjectId");

-- CreateIndex
CREATE INDEX "Customer_locked_idx" ON "Customer"("locked");

-- CreateIndex
CREATE INDEX "InboundMessage_status_receivedAt_idx" ON "InboundMessage"("status", "receivedAt");

-- CreateIndex
CREATE INDEX "Bucket_span_start_idx" ON "Bucket"("span", "start");

-- CreateIndex
CREATE INDEX "Bucket_flushedAt_idx" ON "Bucket"("flushedAt");

-- CreateIndex
CREATE INDEX "Transition_subjectId_at_idx" ON "Transition"("subjectId", "at");

-- CreateIndex
CREATE UNIQUE INDEX "Incident_openKey_key" ON "Incident"("openKey");

-- CreateIndex
CREATE INDEX "Incident_openedAt_id_idx" ON "Incident"("openedAt" DESC, "id");

-- CreateIndex
CREATE INDEX "Incident_subjectId_openedAt_idx" ON "Incident"("subjectId", "openedAt");

-- CreateIndex
CREATE INDEX "TimelineEntry_incidentId_id_idx" ON "TimelineEntry"("incidentId", "id");

-- CreateIndex
CREATE UNIQUE INDEX "Operator_email_key" ON "Operator"("email");

-- CreateIndex
CREATE INDEX "Session_operatorId_idx" ON "Session"("operatorId");

-- CreateIndex
CREATE INDEX "Session_expiresAt_idx" ON "Session"("expiresAt");

-- CreateIndex
CREATE INDEX "AuditEntry_at_id_idx" ON "AuditEntry"("at" DESC, "id");

-- CreateIndex
CREATE INDEX "AuditEntry_action_idx" ON "AuditEntry"("action");

-- CreateIndex
CREATE INDEX "AuditEntry_object_idx" ON "AuditEntry"("object");

-- AddForeignKey
ALTER TABLE "Endpoint" ADD CONSTRAINT "Endpoint_subjectId_fkey" FOREIGN KEY ("subjectId") REFERENCES "Subject"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Endpoint" ADD CONSTRAINT "Endpoint_areaId_fkey" FOREIGN KEY ("areaId") REFERENCES "Area"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Library" ADD CONSTRAINT "Library_subjectId_fkey" FOREIGN KEY ("subjectId") REFERENCES "Subject"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Integration" ADD CONSTRAINT "Integration_subjectId_fkey" FOREIGN KEY ("subjectId") REFERENCES "Subject"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Bucket" ADD CONSTRAINT "Bucket_subjectId_fkey" FOREIGN KEY ("subjectId") REFERENCES "Subject"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Transition" ADD CONSTRAINT "Transition_subjectId_fkey" FOREIGN KEY ("subjectId") REFERENCES "Subject"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Incident" ADD CONSTRAINT "Incident_subjectId_fkey" FOREIGN KEY ("subjectId") REFERENCES "Subject"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Incident" ADD CONSTRAINT "Incident_acknowledgedById_fkey" FOREIGN KEY ("acknowledgedById") REFERENCES "Operator"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Incident" ADD CONSTRAINT "Incident_previousId_fkey" FOREIGN KEY ("previousId") REFERENCES "Incident"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "TimelineEntry" ADD CONSTRAINT "TimelineEntry_incidentId_fkey" FOREIGN KEY ("incidentId") REFERENCES "Incident"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "TimelineEntry" ADD CONSTRAINT "TimelineEntry_byId_fkey" FOREIGN KEY ("byId") REFERENCES "Operator"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Session" ADD CONSTRAINT "Session_operatorId_fkey" FOREIGN KEY ("operatorId") REFERENCES "Operator"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- CreateTable
CREATE TABLE "Judgement" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "at" TIMESTAMP(3) NOT NULL,
    "interruptedSince" TIMESTAMP(3),

    CONSTRAINT "Judgement_pkey" PRIMARY KEY ("id")
);

-- What Prisma's schema language does not say.

-- Revisions come from one sequence; a view's row takes its next value inside the transaction of the change, so that
-- revisions grow in the order of the commits.
CREATE SEQUENCE "revision";
INSERT INTO "Revision" ("view", "value") VALUES ('panel', nextval('revision')), ('inventory', nextval('revision'));

-- An incident that is not resolved has its key; a resolved one has none.
ALTER TABLE "Incident" ADD CONSTRAINT "Incident_openKey_while_open" CHECK (("status" = 'RESOLVED') = ("openKey" IS NULL));

-- What is only ever added to cannot be changed or removed.
CREATE FUNCTION "append_only"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'Rows of % are only ever added to.', TG_TABLE_NAME;
END $$;
CREATE TRIGGER "Transition_append_only" BEFORE UPDATE OR DELETE ON "Transition" FOR EACH ROW EXECUTE FUNCTION "append_only"();
CREATE TRIGGER "TimelineEntry_append_only" BEFORE UPDATE OR DELETE ON "TimelineEntry" FOR EACH ROW EXECUTE FUNCTION "append_only"();
CREATE TRIGGER "AuditEntry_append_only" BEFORE UPDATE OR DELETE ON "AuditEntry" FOR EACH ROW EXECUTE FUNCTION "append_only"();
