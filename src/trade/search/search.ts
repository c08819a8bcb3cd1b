import type { May, Permission } from '../../auth/permissions.ts'
import { inTransaction, type Database, type RootDatabase } from '../../database/database.ts'
import { countPartlyRead } from '../inbound/message-queries.ts'
import type { Prisma } from '../../generated/prisma/client.ts'
import { salvaged, searchGroups, type HitGroupConfig } from './search-sources.ts'
import { fuzzyQuery, exactQuery, substringQuery } from './search-queries.ts'
import { parseTerms, type SearchTerms } from './search-terms.ts'

/** A search hit: its id, its title, and a detail that distinguishes it from similar ones. */
export type Hit = { id: string; title: string; detail: string | null }

/** The hits of one group, best first; `more` if there are further ones. */
export type HitGroup = {
  group: keyof typeof searchGroups
  hits: Hit[]
  more: boolean
  /** The permission for the group that the caller lacks; null if the group was searched. */
  missingPermission: Permission | null
}

/** The hits by group. */
export type SearchResults = {
  groups: HitGroup[]
  /**
   * The number of failed messages that could contain the text although no search finds them. Counted only if nothing
   * was found; null if the caller may not read messages.
   */
  partlyReadCount: number | null
}

/**
 * Searches everything a caller may read: an id, words in any order and number, or a part of them. Accents and case are
 * ignored. If nothing matches exactly, searches again allowing one typo. At most `limit` hits per group.
 */
export function search(db: RootDatabase, q: string, limit: number, may: May): Promise<SearchResults> {
  return inTransaction(db, async (tx) => {
    await preferIndexes(tx)
    const terms = parseTerms(q, await foldText(tx, q))
    const exact = await searchEachGroup(limit, may, (group) => findExact(tx, group, terms, limit + 1))
    if (hasHits(exact)) return { groups: exact, partlyReadCount: 0 }
    const groups = await searchEachGroup(limit, may, (group) => read(tx, fuzzyQuery(group, terms, limit + 1)))
    if (hasHits(groups)) return { groups, partlyReadCount: 0 }
    return { groups, partlyReadCount: may(searchGroups.messages.permission) ? await countPartlyRead(tx) : null }
  })
}

const hasHits = (groups: readonly HitGroup[]) => groups.some(({ hits }) => hits.length > 0)

// The planner expects that each match of an index is checked again, and therefore reads whole tables if many rows
// match. But matches are not checked again, and folding every row of a table costs a hundred times as much. JIT
// compilation does not pay off for queries of milliseconds.
async function preferIndexes(tx: Database) {
  await tx.$executeRaw`SELECT set_config('enable_seqscan', 'off', true), set_config('jit', 'off', true)`
}

/** The failed messages whose legible content matches the text, by ids or words, newest first. */
export async function searchSalvaged(db: Database, q: string, limit: number): Promise<Hit[]> {
  const terms = parseTerms(q, await foldText(db, q))
  return read(db, exactQuery({ ...searchGroups.messages, sources: salvaged() }, terms, limit))
}

async function foldText(db: Database, q: string): Promise<string> {
  const [row] = await db.$queryRaw<{ folded: string }[]>`SELECT "folded"(${q}::text) AS "folded"`
  return row?.folded ?? ''
}

/** Reads one hit more than the limit to know whether there are more. */
async function searchEachGroup(
  limit: number,
  may: May,
  find: (group: HitGroupConfig) => Promise<Hit[]>,
): Promise<HitGroup[]> {
  const groups: HitGroup[] = []
  for (const [group, config] of Object.entries(searchGroups) as [HitGroup['group'], HitGroupConfig][]) {
    const missingPermission = may(config.permission) ? null : config.permission
    const hits = missingPermission ? [] : await find(config)
    groups.push({ group, hits: hits.slice(0, limit), more: hits.length > limit, missingPermission })
  }
  return groups
}

/** Falls back to substring matches if the exact query does not fill the limit. */
async function findExact(db: Database, group: HitGroupConfig, terms: SearchTerms, limit: number): Promise<Hit[]> {
  const hits = await read(db, exactQuery(group, terms, limit))
  if (hits.length >= limit) return hits
  const further = await read(db, substringQuery(group, terms, limit))
  return [...hits, ...further.filter(({ id }) => hits.every((hit) => hit.id !== id))]
}

const read = async (db: Database, query: Prisma.Sql | null) => (query ? db.$queryRaw<Hit[]>(query) : [])
