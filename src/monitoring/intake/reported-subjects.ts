import type { Kind } from '../../generated/prisma/enums.ts'
import { kinds } from '../../lib/kinds.ts'
import type { Sentence } from '../../messages/sentences.ts'
import type { RegisteredSubject, Registry } from './subject-registry.ts'

type SubjectKey = { kind: Kind; key: string }

/** A subject that takes no reports, and the reason. */
export type UnknownSubject = SubjectKey & { missing: Sentence }

/** Finds the subject that a report is about. */
export type FindReported = (reported: SubjectKey) => RegisteredSubject | UnknownSubject

/**
 * Finds the subjects that reports with these keys are about, and loads those missing from the registry. Only Vigía
 * itself (`isOurs`) may report subjects that are part of Vigía.
 */
export async function findReported(
  registry: Registry,
  reported: readonly SubjectKey[],
  isOurs = false,
): Promise<FindReported> {
  const own = new Map<Kind, ReadonlySet<string>>()
  if (!isOurs) own.set('INTEGRACIONES', await registry.findOwnKeys(keysOf(reported, 'INTEGRACIONES')))
  const missing = reported.filter(({ kind, key }) => !registry.find(kind, key))
  const retired = new Map<Kind, ReadonlySet<string>>()
  for (const kind of new Set(missing.map((one) => one.kind)))
    retired.set(kind, await registry.load(kind, keysOf(missing, kind)))
  return ({ kind, key }) => {
    if (own.get(kind)?.has(key)) return { kind, key, missing: ownReason(key) }
    // The second look-up is needed because a subject may be retired while others are loaded.
    const isRetired = retired.get(kind)?.has(key) ?? false
    return registry.find(kind, key) ?? { kind, key, missing: missingReason({ kind, key }, isRetired) }
  }
}

const keysOf = (reported: readonly SubjectKey[], kind: Kind) =>
  reported.filter((one) => one.kind === kind).map(({ key }) => key)

const ownReason = (key: string): Sentence => ({ code: 'SUBJECT_OF_VIGIA', parameters: { key } })

function missingReason({ kind, key }: SubjectKey, isRetired: boolean): Sentence {
  const { collection, isRoute } = kinds[kind]
  if (isRoute) return { code: isRetired ? 'ENDPOINT_RETIRED' : 'ENDPOINT_NOT_LISTED', parameters: { key } }
  const put = `PUT /ingest/v1/${collection}/${encodeURIComponent(key)}`
  return { code: isRetired ? 'SUBJECT_RETIRED' : 'SUBJECT_NOT_REGISTERED', parameters: { kind, key, put } }
}
