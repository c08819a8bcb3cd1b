import type { Actor } from '../../audit/actor.ts'
import { commit } from '../../audit/commit.ts'
import type { RootDatabase } from '../../database/database.ts'
import { DomainError } from '../../lib/errors.ts'
import { kinds } from '../../lib/kinds.ts'
import { auditObject, resolveKey, toSubjectRecord, type SubjectKey, type SubjectRecord } from './subject-records.ts'

/** The details of a subject to set; undefined leaves a detail as it is, null removes it. */
export type SubjectDetails = { owner?: string | null; runbookUrl?: string | null; critical?: boolean | null }

const maxOwnerLength = 200
const maxUrlLength = 2_000

/**
 * Sets the owner, the runbook and the criticality of a subject.
 * @throws DomainError NOT_FOUND; INVALID_INPUT for an invalid value, and for the criticality of an endpoint.
 */
export function setSubjectDetails(
  db: RootDatabase,
  { kind, id: named, ...details }: SubjectKey & SubjectDetails,
  by: Actor,
  at: Date,
): Promise<SubjectRecord> {
  const data = checkedDetails(details)
  if (kinds[kind].isRoute && data.critical !== undefined)
    throw new DomainError('INVALID_INPUT', { code: 'CRITICAL_BY_SERVICE', parameters: {} })
  return commit(db, async (tx) => {
    const { id } = await resolveKey(tx, { kind, id: named })
    // Locked, so that with concurrent changes each audit entry states what it replaced.
    await tx.$queryRaw`SELECT 1 FROM "Subject" WHERE "kind" = ${kind}::"Kind" AND "key" = ${id} FOR UPDATE`
    const where = { kind_key: { kind, key: id } }
    const before = await tx.subject.findUnique({ where })
    if (!before) throw new DomainError('NOT_FOUND', { code: 'NO_SUBJECT', parameters: { kind, id: named } })
    const after = await tx.subject.update({ where, data })
    const sides = { before: detailsOf(before), after: detailsOf(after) }
    const result = toSubjectRecord(after)
    if (JSON.stringify(sides.before) === JSON.stringify(sides.after)) return { result }
    return {
      result,
      views: ['panel', 'inventory'],
      changed: [after.id],
      audit: [{ by, at, action: 'subject.details', object: auditObject({ kind, id }), ...sides }],
    }
  })
}

const detailsOf = ({ owner, runbookUrl, critical }: SubjectRecord | Required<SubjectDetails>) => ({
  owner,
  runbookUrl,
  critical,
})

/**
 * Checks and normalises the details. An empty text becomes null.
 * @throws DomainError INVALID_INPUT saying what is wrong.
 */
export function checkedDetails({ owner, runbookUrl, critical }: SubjectDetails) {
  return {
    ...(owner !== undefined && { owner: checkedOwner(normalized(owner)) }),
    ...(runbookUrl !== undefined && { runbookUrl: checkedUrl(normalized(runbookUrl)) }),
    ...(critical != null && { critical }),
  }
}

const normalized = (text: string | null) => (text?.trim() === '' ? null : (text?.trim() ?? null))

function checkedOwner(owner: string | null): string | null {
  if (owner && owner.length > maxOwnerLength)
    throw new DomainError('INVALID_INPUT', {
      code: 'OWNER_TOO_LONG',
      parameters: { max: maxOwnerLength, count: owner.length },
    })
  return owner
}

function checkedUrl(url: string | null): string | null {
  if (url && (url.length > maxUrlLength || !isWebUrl(url)))
    throw new DomainError('INVALID_INPUT', { code: 'RUNBOOK_INVALID', parameters: { max: maxUrlLength } })
  return url
}

// Only web addresses: the application shows it as a link, and other schemes could run a script.
const isWebUrl = (text: string) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
