import type { Database } from '../database/database.ts'
import type { Kind } from '../generated/prisma/client.ts'
import { kindOfNoun } from '../lib/kinds.ts'

/** The current name of an audited object, given as `kind:key`. */
export type ObjectName = { object: string; name: string }

/**
 * The current names of objects, in no particular order, with at most one statement per kind. An incident has the name
 * of its subject. Omits objects that are gone or have no name.
 */
export async function findObjectNames(db: Database, objects: readonly string[]): Promise<ObjectName[]> {
  const keys = groupByKind(objects)
  const names = await Promise.all([
    namesOfCustomers(db, keys.get('customer')),
    namesOfOperators(db, keys.get('operator')),
    namesOfIncidents(db, keys.get('incident')),
    ...[...kindOfNoun].map(([noun, kind]) => namesOfSubjects(db, noun, kind, keys.get(noun))),
  ])
  return names.flat()
}

/** Adds to each entry the current name of its object; null if it has none. */
export async function withObjectNames<Entry extends { object: string }>(db: Database, entries: readonly Entry[]) {
  const found = await findObjectNames(db, [...new Set(entries.map(({ object }) => object))])
  const names = new Map(found.map(({ object, name }) => [object, name]))
  return entries.map((entry) => ({ ...entry, objectName: names.get(entry.object) ?? null }))
}

function groupByKind(objects: readonly string[]): Map<string, string[]> {
  const keys = new Map<string, string[]>()
  for (const object of objects) {
    const colon = object.indexOf(':')
    const kind = object.slice(0, Math.max(colon, 0))
    keys.set(kind, [...(keys.get(kind) ?? []), object.slice(colon + 1)])
  }
  return keys
}

type Keys = readonly string[] | undefined

async function namesOfCustomers(db: Database, keys: Keys): Promise<ObjectName[]> {
  if (!keys) return []
  const rows = await db.customer.findMany({ where: { id: { in: [...keys] } }, select: { id: true, name: true } })
  return rows.map(({ id, name }) => ({ object: `customer:${id}`, name }))
}

async function namesOfOperators(db: Database, keys: Keys): Promise<ObjectName[]> {
  if (!keys) return []
  const rows = await db.operator.findMany({ where: { email: { in: [...keys] } }, select: { email: true, name: true } })
  return rows.map(({ email, name }) => ({ object: `operator:${email}`, name }))
}

async function namesOfIncidents(db: Database, keys: Keys): Promise<ObjectName[]> {
  if (!keys) return []
  const select = { id: true, subject: { select: { name: true } } }
  const rows = await db.incident.findMany({ where: { id: { in: [...keys] } }, select })
  return rows.map(({ id, subject: { name } }) => ({ object: `incident:${id}`, name }))
}

async function namesOfSubjects(db: Database, noun: string, kind: Kind, keys: Keys): Promise<ObjectName[]> {
  if (!keys) return []
  const rows = await db.subject.findMany({ where: { kind, key: { in: [...keys] } }, select: { key: true, name: true } })
  return rows.map(({ key, name }) => ({ object: `${noun}:${key}`, name }))
}
