import { Prisma } from '../generated/prisma/client.ts'
import type { MxOutcome, OnboardingStepKey, State } from '../generated/prisma/enums.ts'
import type { OnboardingStage } from './stages.ts'
import { evaluateSteps, nextStep, type EvaluatedStep, type OnboardingFacts } from './steps.ts'

/** A library in onboarding, with its steps as evaluated at the time of reading. */
export type Onboarding = {
  code: string
  stage: OnboardingStage
  since: Date
  responsibleId: string | null
  steps: EvaluatedStep[]
  next: EvaluatedStep | null
}

/** The stage of a library `l` with its subject `s` and its stored onboarding `o`. */
export const stageOf = Prisma.sql`CASE WHEN s."retiredAt" IS NOT NULL THEN 'BAJA'
  WHEN o."stage" IS NULL OR o."stage" = 'BAJA' THEN 'SOLICITADA' ELSE o."stage"::text END`

/** Start of the stage; without a stored stage, the last update by the platform. */
export const sinceOf = Prisma.sql`CASE WHEN s."retiredAt" IS NOT NULL THEN s."retiredAt"
  WHEN o."stage" IS NULL OR o."stage" = 'BAJA' THEN l."updatedAt" ELSE o."since" END`

/** The library with its subject and its stored onboarding. */
export const libraryTables = Prisma.sql`"Library" l JOIN "Subject" s ON s."id" = l."subjectId"
  LEFT JOIN "Onboarding" o ON o."libraryCode" = l."code"`

/** The columns of an `OnboardingRow` beside the facts. */
export const ownColumns = Prisma.sql`l."code", l."name", l."city", l."province", l."email", l."sinliId",
  ${stageOf} AS "stage", ${sinceOf} AS "since", o."responsibleId", o."mxDomain", o."mxOutcome", o."mxHosts",
  o."mxCheckedAt", s."id" AS "subjectId", s."state", s."stateSince"`

/** The columns of the facts, to be joined to rows `p` of `ownColumns` by `factTables`. */
export const factColumns = Prisma.sql`holder."name" AS "sinliIdHolder", pending."count" AS "pending",
  message."id" AS "messageId", message."receivedAt" AS "messageAt",
  doc."id" AS "documentId", doc."receivedAt" AS "documentAt", doc."document", doc."version",
  customers."count" AS "customers", customers."locked" AS "lockedCustomers", samples."any" AS "hasRecentSamples",
  incident."number" AS "incidentNumber", incident."openedAt" AS "incidentOpenedAt",
  incident."resolvedAt" AS "incidentResolvedAt", marks."all" AS "marks"`

/** Reads the facts of each row `p`; samples count from `recentSince` on. Each subquery reads a few rows by an index. */
export const factTables = (recentSince: Date) => Prisma.sql`
  LEFT JOIN LATERAL (
    SELECT "name" FROM (
      SELECT "name" FROM "Supplier" WHERE "sinliId" = upper(p."sinliId")
      UNION ALL
      SELECT "name" FROM "Library" WHERE "sinliId" IN (upper(p."sinliId"), lower(p."sinliId")) AND "code" <> p."code"
    ) holders LIMIT 1) holder ON true
  CROSS JOIN LATERAL (
    SELECT ((SELECT count(*) FROM "InboundMessage" WHERE "status" = 'FAILED'
        AND "code" = 'REMITENTE_DESCONOCIDO' AND "sender" = upper(p."sinliId"))
      + (SELECT count(*) FROM "InboundMessage" WHERE "status" = 'FAILED'
        AND "code" = 'DESTINATARIO_DESCONOCIDO' AND "receiver" = upper(p."sinliId")))::int AS "count") pending
  LEFT JOIN LATERAL (${firstMessage(Prisma.sql`true`)}) message ON true
  LEFT JOIN LATERAL (${firstMessage(Prisma.sql`"status" IN ('PROCESSED', 'PROCESSED_WITH_WARNINGS')`)}) doc ON true
  CROSS JOIN LATERAL (
    SELECT count(*)::int AS "count", count(*) FILTER (WHERE "locked")::int AS "locked" FROM "Customer"
    WHERE "libraryCode" = p."code") customers
  CROSS JOIN LATERAL (SELECT EXISTS (SELECT FROM "Bucket" WHERE "subjectId" = p."subjectId"
    AND "span" IN (10, 60, 3600) AND "start" > ${recentSince} AND "n" > 0) AS "any") samples
  LEFT JOIN LATERAL (
    SELECT "number", "openedAt", "resolvedAt" FROM "Incident" WHERE "subjectId" = p."subjectId"
    ORDER BY "resolvedAt" DESC NULLS FIRST LIMIT 1) incident ON true
  LEFT JOIN LATERAL (
    SELECT jsonb_agg(jsonb_build_object('key', "key", 'at', extract(epoch FROM "at") * 1000, 'byId', "byId",
      'waiver', "waiver")) AS "all" FROM "OnboardingStep" WHERE "libraryCode" = p."code") marks ON true`

/** The first message from or to a party. The two indexes that begin with the party are used. */
function firstMessage(condition: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`
    SELECT "id", "receivedAt", "document", "version" FROM (
      (SELECT "id", "receivedAt", "document", "version" FROM "InboundMessage"
        WHERE "sender" = upper(p."sinliId") AND ${condition} ORDER BY "receivedAt" LIMIT 1)
      UNION ALL
      (SELECT "id", "receivedAt", "document", "version" FROM "InboundMessage"
        WHERE "receiver" = upper(p."sinliId") AND ${condition} ORDER BY "receivedAt" LIMIT 1)
    ) sides ORDER BY "receivedAt" LIMIT 1`
}

/** A row as read with `ownColumns` and `factColumns`. */
export type OnboardingRow = {
  code: string
  name: string
  city: string | null
  province: string | null
  email: string | null
  sinliId: string | null
  stage: OnboardingStage
  since: Date
  responsibleId: string | null
  mxDomain: string | null
  mxOutcome: MxOutcome | null
  mxHosts: string[] | null
  mxCheckedAt: Date | null
  state: State
  stateSince: Date
  sinliIdHolder: string | null
  pending: number
  messageId: string | null
  messageAt: Date | null
  documentId: string | null
  documentAt: Date | null
  document: string | null
  version: string | null
  customers: number
  lockedCustomers: number
  hasRecentSamples: boolean
  incidentNumber: number | null
  incidentOpenedAt: Date | null
  incidentResolvedAt: Date | null
  marks: { key: OnboardingStepKey; at: number; byId: string; waiver: string | null }[] | null
}

/** A row with its steps evaluated at `at`, in milliseconds since 1970. */
export function toOnboarding(row: OnboardingRow, at: number): Onboarding {
  const { code, stage, since, responsibleId } = row
  const steps = evaluateSteps(factsOf(row), at)
  return { code, stage, since, responsibleId, steps, next: nextStep(steps) }
}

const factsOf = (row: OnboardingRow): OnboardingFacts => ({
  ...row,
  mx: mxOf(row),
  firstMessage: row.messageId !== null && row.messageAt !== null ? { id: row.messageId, at: row.messageAt } : null,
  firstDocument: documentOf(row),
  lastIncident: incidentOf(row),
  marks: (row.marks ?? []).map((mark) => ({ ...mark, at: new Date(mark.at) })),
})

const documentOf = ({ documentId, documentAt, document, version }: OnboardingRow): OnboardingFacts['firstDocument'] =>
  documentId !== null && documentAt !== null
    ? { id: documentId, at: documentAt, document: document ?? '', version }
    : null

const incidentOf = (row: OnboardingRow): OnboardingFacts['lastIncident'] =>
  row.incidentNumber !== null && row.incidentOpenedAt !== null
    ? { number: row.incidentNumber, openedAt: row.incidentOpenedAt, resolvedAt: row.incidentResolvedAt }
    : null

const mxOf = ({ mxDomain, mxOutcome, mxHosts, mxCheckedAt }: OnboardingRow): OnboardingFacts['mx'] =>
  mxDomain !== null && mxOutcome !== null && mxCheckedAt !== null
    ? { domain: mxDomain, outcome: mxOutcome, hosts: mxHosts ?? [], checkedAt: mxCheckedAt }
    : null
