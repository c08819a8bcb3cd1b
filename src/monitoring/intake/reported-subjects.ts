import type { Kind } from '../../generated/prisma/enums.ts'
import type { RegisteredSubject, Registry } from './subject-registry.ts'

type SubjectKey = { kind: Kind; key: string }

/** A subject that takes no reports, with a sentence that says why. */
export type UnknownSubject = SubjectKey & { missing: string }

/** Finds the subject that a report is about. */
export type FindReported = (reported: SubjectKey) => RegisteredSubject | UnknownSubject

/**
 * Finds the subjects that reports with these keys are about, loading those that are not registered. Only Vigía itself
 * (`isOurs`) reports what is part of it.
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
    // Looked up again: a subject may be retired while others are loaded.
    const isRetired = retired.get(kind)?.has(key) ?? false
    return registry.find(kind, key) ?? { kind, key, missing: missingReason({ kind, key }, isRetired) }
  }
}

const keysOf = (reported: readonly SubjectKey[], kind: Kind) =>
  reported.filter((one) => one.kind === kind).map(({ key }) => key)

const ownReason = (key: string) => `The key ${key} is reserved for what Vigía observes itself.`

/** The nouns and the collections of what the platform registers. */
const registered: Partial<Record<Kind, [noun: string, collection: string]>> = {
  LIBRERIAS: ['library', 'libraries'],
  INTEGRACIONES: ['integration', 'integrations'],
}

function missingReason({ kind, key }: SubjectKey, isRetired: boolean): string {
  const [noun, collection] = registered[kind] ?? []
  if (noun === undefined || collection === undefined)
    return isRetired ? `The endpoint ${key} was retired.` : `No endpoint of the inventory is ${key}.`
  const put = `PUT /ingest/v1/${collection}/${encodeURIComponent(key)}`
  return isRetired
    ? `The ${noun} ${key} was retired; ${put} brings it back.`
    : `There is no ${noun} ${key}; register it with ${put}.`
}
