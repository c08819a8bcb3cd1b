import type { RootDatabase } from '../database/database.ts'
import {
  countLines,
  countMessagesOfLibraries,
  findDocuments,
  findMessages,
  findSalvaged,
  listAttempts,
  listLines,
  listMessagesOfLibraries,
  readTexts,
} from '../trade/inbound/message-queries.ts'
import { findParties } from '../trade/inbound/parties.ts'
import { countMessagesOfParties, listMessagesOfParties } from '../trade/inbound/party-messages.ts'
import { findReplays, findResults } from '../trade/replay/replay-queries.ts'
import { loadGrouped, loadMany, loadOne } from './batch-loading.ts'

/** Creates the batched reads of SINLI messages, their documents and their replays. */
export const createSinliLoaders = (db: RootDatabase) => ({
  ...createMessageLoaders(db),
  ...createDocumentLoaders(db),
  ...createMessageListLoaders(db),
})

const createMessageLoaders = (db: RootDatabase) => ({
  sinliMessage: loadOne(
    (ids: readonly string[]) => findMessages(db, ids),
    (message) => message.id,
  ),
  sinliAttempts: loadMany(
    (ids: readonly string[]) => listAttempts(db, ids),
    (attempt) => attempt.messageId,
  ),
  sinliParty: loadOne(
    (ids: readonly string[]) => findParties(db, ids),
    (party) => party.sinliId,
  ),
  sinliText: loadOne(
    (ids: readonly string[]) => readTexts(db, ids),
    (read) => read.id,
  ),
  replay: loadOne(
    (ids: readonly string[]) => findReplays(db, ids),
    (replay) => replay.id,
  ),
  replayResult: loadOne(
    (ids: readonly string[]) => findResults(db, ids),
    (result) => result.replayId,
  ),
})

const createDocumentLoaders = (db: RootDatabase) => ({
  sinliDocument: loadOne(
    (ids: readonly string[]) => findDocuments(db, ids),
    (document) => document.messageId,
  ),
  sinliSalvage: loadOne(
    (ids: readonly string[]) => findSalvaged(db, ids),
    (salvaged) => salvaged.messageId,
  ),
  sinliLines: loadGrouped(
    (keys: readonly Lines[], page) => linesOfEach(db, keys, page),
    ({ limit, after }) => `${limit} ${after}`,
  ),
  sinliLineCount: loadOne(
    (ids: readonly string[]) => countLines(db, ids),
    (counted) => counted.documentId,
  ),
})

const createMessageListLoaders = (db: RootDatabase) => ({
  libraryMessages: loadGrouped(
    (keys: readonly LibraryMessages[], { limit }) =>
      listMessagesOfLibraries(
        db,
        keys.map(({ libraryCode }) => libraryCode),
        limit,
      ),
    ({ limit }) => String(limit),
  ),
  libraryMessageCount: loadOne(
    (codes: readonly string[]) => countMessagesOfLibraries(db, codes),
    (counted) => counted.libraryCode,
  ),
  partyMessages: loadGrouped(
    (keys: readonly PartyMessages[], { limit }) =>
      listMessagesOfParties(
        db,
        keys.map(({ party }) => party),
        limit,
      ),
    ({ limit }) => String(limit),
  ),
  partyMessageCount: loadOne(
    (parties: readonly string[]) => countMessagesOfParties(db, parties),
    (counted) => counted.party,
  ),
})

type LibraryMessages = { libraryCode: string; limit: number }
type PartyMessages = { party: string; limit: number }
type Lines = { documentId: string; limit: number; after: number }

async function linesOfEach(db: RootDatabase, keys: readonly Lines[], page: Lines) {
  const lines = await listLines(
    db,
    keys.map(({ documentId }) => documentId),
    // One row more than the page, to know whether more follow.
    { ...page, limit: page.limit + 1 },
  )
  return keys.map(({ documentId }) => {
    const own = lines.filter((line) => line.documentId === documentId)
    return { rows: own.slice(0, page.limit), more: own.length > page.limit }
  })
}
