import DataLoader from 'dataloader'
import { findAccounts } from '../auth/operators.ts'
import type { RootDatabase } from '../database/database.ts'
import { listHistories, listTransitions, type HistoryKey, type HistoryPoint } from '../monitoring/history.ts'
import {
  findIncidents,
  findOpenIncidents,
  listOpenIncidents,
  listTimelines,
} from '../monitoring/incidents/incident-queries.ts'
import {
  findDocuments,
  listAttempts,
  listLines,
  listMessagesOfLibraries,
  readTexts,
} from '../trade/inbound/message-queries.ts'
import { findWatchedLibraries } from '../trade/records/library-queries.ts'
import { findAnswers } from '../trade/replay/replay-queries.ts'
import { findParties } from '../trade/inbound/parties.ts'

/** Creates the batched reads of the resolvers, cached for one operation. */
export const createLoaders = (db: RootDatabase) => ({
  account: loadOne(
    (ids: readonly string[]) => findAccounts(db, ids),
    (account) => account.id,
  ),
  incident: loadOne(
    (ids: readonly string[]) => findIncidents(db, ids),
    (incident) => incident.id,
  ),
  openIncident: loadOne(
    (ids: readonly number[]) => findOpenIncidents(db, ids),
    (incident) => incident.subjectId,
  ),
  openIncidents: loadMany(
    (ids: readonly string[]) => listOpenIncidents(db, ids),
    (incident) => `${incident.kind}-${incident.severity}`,
  ),
  library: loadOne(
    (codes: readonly string[]) => findWatchedLibraries(db, codes),
    (library) => library.code,
  ),
  libraryMessages: loadGrouped(
    (keys: readonly LibraryMessages[], { limit }) =>
      listMessagesOfLibraries(
        db,
        keys.map(({ libraryCode }) => libraryCode),
        limit,
      ),
    ({ limit }) => String(limit),
  ),
  replayAnswer: loadOne(
    (ids: readonly string[]) => findAnswers(db, ids),
    (answer) => answer.replayId,
  ),
  sinliAttempts: loadMany(
    (ids: readonly string[]) => listAttempts(db, ids),
    (attempt) => attempt.messageId,
  ),
  sinliDocument: loadOne(
    (ids: readonly string[]) => findDocuments(db, ids),
    (document) => document.messageId,
  ),
  sinliLines: loadGrouped(
    (keys: readonly Lines[], page) => linesOfEach(db, keys, page),
    ({ limit, after }) => `${limit} ${after}`,
  ),
  sinliParty: loadOne(
    (ids: readonly string[]) => findParties(db, ids),
    (party) => party.sinliId,
  ),
  sinliText: loadOne(
    (ids: readonly string[]) => readTexts(db, ids),
    (read) => read.id,
  ),
  timeline: loadMany(
    (ids: readonly string[]) => listTimelines(db, ids),
    (entry) => entry.incidentId,
  ),
  transitions: loadMany(
    (ids: readonly number[]) => listTransitions(db, ids),
    (transition) => transition.subjectId,
  ),
  history: new DataLoader<HistoryKey, HistoryPoint[], string>(
    async (keys) => {
      const histories = await listHistories(db, keys)
      return keys.map((key) => histories.find((history) => nameOf(history) === nameOf(key))?.points ?? [])
    },
    { cacheKeyFn: nameOf },
  ),
})

export type Loaders = ReturnType<typeof createLoaders>

const nameOf = ({ subjectId, window }: { subjectId: number; window: string }) => `${subjectId} ${window}`

function loadOne<Key, Row>(fetch: (keys: readonly Key[]) => Promise<Row[]>, keyOf: (row: Row) => Key) {
  return new DataLoader<Key, Row | null>(async (keys) => {
    const rows = new Map((await fetch(keys)).map((row) => [keyOf(row), row]))
    return keys.map((key) => rows.get(key) ?? null)
  })
}

function loadMany<Key, Row>(fetch: (keys: readonly Key[]) => Promise<Row[]>, keyOf: (row: Row) => Key | null) {
  return new DataLoader<Key, Row[]>(async (keys) => {
    const rows = await fetch(keys)
    return keys.map((key) => rows.filter((row) => keyOf(row) === key))
  })
}

type LibraryMessages = { libraryCode: string; limit: number }
type Lines = { documentId: string; limit: number; after: number }

async function linesOfEach(db: RootDatabase, keys: readonly Lines[], page: Lines) {
  const lines = await listLines(
    db,
    keys.map(({ documentId }) => documentId),
    page,
  )
  return keys.map(({ documentId }) => lines.filter((line) => line.documentId === documentId))
}

/** Batches page reads: one read for all keys with the same page arguments (`wayOf`). */
function loadGrouped<Key, Page>(
  fetch: (keys: readonly Key[], like: Key) => Promise<Page[]>,
  wayOf: (key: Key) => string,
) {
  return new DataLoader<Key, Page, string>(
    async (keys) => {
      const ways = [...new Set(keys.map(wayOf))].map((way) => keys.filter((key) => wayOf(key) === way))
      const pages = new Map<Key, Page>()
      for (const alike of ways) {
        const [like] = alike
        if (like === undefined) continue
        for (const [index, page] of (await fetch(alike, like)).entries()) pages.set(alike[index] as Key, page)
      }
      return keys.map((key) => pages.get(key) as Page)
    },
    { cacheKeyFn: (key) => JSON.stringify(key) },
  )
}
