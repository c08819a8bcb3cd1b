import { commit, type ChangePart } from '../../audit/commit.ts'
import type { NewAuditEntry } from '../../audit/new-entry.ts'
import type { Database, RootDatabase } from '../../database/database.ts'
import { DomainError } from '../../lib/errors.ts'
import { kinds } from '../../lib/kinds.ts'
import type { Incident as IncidentRow, Kind, Subject } from '../../generated/prisma/client.ts'
import { isOwnIntegration } from '../../trade/records/integrations.ts'
import { auditObject, toSubjectRecord, type SubjectRecord } from '../subjects/subject-records.ts'
import { evidenceOfRemoval } from '../health/rule/evidence.ts'
import { findTelemetrySubject } from '../services/telemetry-subject.ts'
import { resetHealth } from './health-writes.ts'
import { auditChanges } from './incident-audit.ts'
import type { ChangeAuthor } from './incident-changes.ts'
import { asIncident } from './incident-rows.ts'
import { writeChanges } from './incident-writes.ts'
import { resolvedEvent } from './lifecycle.ts'

/** A subject to retire: the code of a library, or the key of an integration. */
export type SubjectRef = { kind: Kind; key: string }

/**
 * The origin of a retirement. `author` is the operator, with the reason; null if one of the platform's services asks,
 * with the service token `tokenName`.
 */
export type RetirementSource = {
  author: ChangeAuthor | null
  address: string
  requestId: string | null
  traceId?: string | null
  tokenName?: string | null
  /** The actor if there is no author: `ingest` by default, `system` for Vigía itself. */
  actor?: 'ingest' | 'system'
}

/** A retired subject, and the id of the incident that its retirement resolved; null if none was open. */
export type Retirement = { subject: SubjectRecord; retiredAt: Date; incidentId: string | null }

/** Retires a subject at the present time; observations of it are rejected from then on. */
export type RetireSubject = (ref: SubjectRef, source: RetirementSource) => Promise<Retirement>

/**
 * Retires a library or an integration and resolves its open incident, in one transaction with the audit entries.
 * Nothing is deleted. A repetition changes nothing.
 * @throws DomainError INVALID_INPUT for a subject that is not retired like this; NOT_FOUND for an unknown one.
 */
export function retireSubject(
  db: RootDatabase,
  { kind, key }: SubjectRef,
  source: RetirementSource,
  at: number,
): Promise<Retirement> {
  requireRetirable(kind, key)
  return commit(db, async (tx) => {
    const retired = await retireWithin(tx, { kind, key }, source, at)
    if (!retired) throw new DomainError('NOT_FOUND', { code: 'NO_SUBJECT_NAMED', parameters: { kind, id: key } })
    return retired
  })
}

/** Retires any subject as a part of a transaction, as `retireSubject` does; null if it does not exist. */
export async function retireWithin(
  tx: Database,
  { kind, key }: SubjectRef,
  source: RetirementSource,
  at: number,
): Promise<(ChangePart & { result: Retirement }) | null> {
  const subject = await lockSubject(tx, kind, key)
  if (!subject) return null
  if (subject.id === (await findTelemetrySubject(tx))) throw partOfVigia(key)
  if (subject.retiredAt)
    return { result: { subject: toSubjectRecord(subject), retiredAt: subject.retiredAt, incidentId: null } }
  const retiredAt = new Date(at)
  await resetHealth(tx, [subject.id], { at, retiredAt })
  const retired = await tx.subject.findUniqueOrThrow({ where: { id: subject.id } })
  if (kinds[kind].isOnboarded) await endOnboarding(tx, key, retiredAt)
  // The service of the integration is retired with it; a later report restores both.
  await tx.service.updateMany({ where: { subjectId: subject.id }, data: { retiredAt } })
  const row = await lockOpenIncident(tx, subject.id)
  const changes = row ? [resolvedEvent(asIncident(row), 'SUBJECT_REMOVED', evidenceOfRemoval(at))] : []
  const metadata = { at, author: source.author }
  await writeChanges(tx, [{ subject, row, changes }], metadata)
  return {
    result: { subject: toSubjectRecord(retired), retiredAt, incidentId: row?.id ?? null },
    views: ['panel', 'inventory'],
    changed: [subject.id],
    audit: [...auditChanges([{ subject, changes }], metadata), retirementEntry(subject, source, retiredAt)],
  }
}

function requireRetirable(kind: Kind, key: string): void {
  if (kinds[kind].isRoute) throw new DomainError('INVALID_INPUT', { code: 'RETIRED_BY_SERVICE', parameters: {} })
  if (kind === 'INTEGRACIONES' && isOwnIntegration(key)) throw partOfVigia(key)
}

const partOfVigia = (key: string) =>
  new DomainError('INVALID_INPUT', { code: 'INTEGRATION_OF_VIGIA', parameters: { key } })

// The subject is locked until the commit, so a concurrent evaluation finds another version and is rolled back. The
// onboarding is locked first, in the same order as by an operator who moves it to BAJA; the other order could deadlock.
async function lockSubject(tx: Database, kind: Kind, key: string): Promise<Subject | null> {
  if (kinds[kind].isOnboarded) await tx.$queryRaw`SELECT 1 FROM "Onboarding" WHERE "libraryCode" = ${key} FOR UPDATE`
  await tx.$queryRaw`SELECT 1 FROM "Subject" WHERE "kind" = ${kind}::"Kind" AND "key" = ${key} FOR NO KEY UPDATE`
  return tx.subject.findUnique({ where: { kind_key: { kind, key } } })
}

/**
 * The open incident of a subject; null if there is none. It is locked, so that an operator who acknowledges it
 * meanwhile gets a conflict.
 */
export async function lockOpenIncident(tx: Database, subjectId: number): Promise<IncidentRow | null> {
  await tx.$queryRaw`
    SELECT 1 FROM "Incident" WHERE "subjectId" = ${subjectId} AND "openKey" IS NOT NULL FOR NO KEY UPDATE`
  return tx.incident.findFirst({ where: { subjectId, openKey: { not: null } } })
}

/**
 * Moves a retired library to BAJA, whoever retired it. If the platform sends the library again, it begins as
 * SOLICITADA.
 */
const endOnboarding = (tx: Database, libraryCode: string, since: Date) =>
  tx.onboarding.updateMany({ where: { libraryCode, stage: { not: 'BAJA' } }, data: { stage: 'BAJA', since } })

const retirementEntry = (
  { kind, key, state }: Subject,
  { author, actor = 'ingest', ...source }: RetirementSource,
  retiredAt: Date,
): NewAuditEntry => ({
  by: author ?? { actor, ...source },
  at: retiredAt,
  action: 'subject.retire',
  object: auditObject({ kind, id: key }),
  before: { state },
  after: { retiredAt: retiredAt.toISOString(), reason: author?.note ?? null },
})
