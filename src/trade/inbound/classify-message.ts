import type { Database } from '../../database/database.ts'
import type { InboundStatus } from '../../generated/prisma/enums.ts'
import type { SinliSentence } from '../../messages/sinli/sinli.ts'
import { traitsOf } from '../../sinli/layouts/traits.ts'
import type { Article, IdentifiedDocument } from './documents.ts'
import { findNewer, findSameBytes, findSameIdentity, type ArrivedMessage } from './earlier-documents.ts'
import type { Failure } from './failure-codes.ts'
import { identifyArticles } from './identify-articles.ts'
import { findParties, type Party } from './parties.ts'
import type { ParsedMessage } from './parse-message.ts'

/** A message to process. With `force` it may replace a document of the same number. */
export type MessageToProcess = ArrivedMessage & { force: boolean }

/** The result of processing a message. */
export type ProcessingOutcome = {
  status: Extract<InboundStatus, 'PROCESSED' | 'PROCESSED_WITH_WARNINGS' | 'FAILED' | 'DUPLICATE' | 'SKIPPED'>
  code: string | null
  /** The failure, the first warning, or the reason why nothing was done; null if there is nothing to tell. */
  sentence: SinliSentence | null
  /** The library concerned: the sender's, else the receiver's; null if neither party is a library. */
  libraryCode: string | null
  /** The document to store and the ids of those it replaces; null if nothing is stored. */
  store: { decoded: IdentifiedDocument; articles: ReadonlyMap<number, Article>; replaces: string[] } | null
}

type Decision = Pick<ProcessingOutcome, 'status' | 'code' | 'sentence'>

/** Classifies a message against everything stored so far. Writes nothing. */
export async function classifyMessage(db: Database, message: MessageToProcess): Promise<ProcessingOutcome> {
  const { parsed, assumedDocuments = [], force } = message
  const parties = await partiesOf(db, parsed)
  const libraryCode = libraryConcerned(parsed, parties)
  const rejected = (decision: Decision): ProcessingOutcome => ({ ...decision, libraryCode, store: null })
  if (parsed.failure) return rejected(failed(parsed.failure))
  const decoded = requireIdentified(parsed)
  const replaces = await findSameIdentity(db, message, decoded)
  const rejection =
    checkParties(decoded, parties) ??
    (await checkSameBytes(db, message, decoded)) ??
    (await checkNewer(db, message, decoded)) ??
    checkNumber(decoded, replaces, force)
  if (rejection) return rejected(rejection)
  const assumed = assumedDocuments.map((document) => document.decoded)
  const articles = await identifyArticles(db, decoded, assumed)
  if (!(articles instanceof Map)) return rejected(failed(articles))
  return { ...accepted(parsed), libraryCode, store: { decoded, articles, replaces } }
}

const failed = (failure: Failure): Decision => ({ status: 'FAILED', ...failure })

function accepted({ warnings: [first] }: ParsedMessage): Decision {
  if (!first) return { status: 'PROCESSED', code: null, sentence: null }
  return { status: 'PROCESSED_WITH_WARNINGS', code: first.code, sentence: first.sentence }
}

async function partiesOf(db: Database, { decoded }: ParsedMessage): Promise<Map<string, Party>> {
  const ids = [decoded?.sender, decoded?.receiver].filter((id) => typeof id === 'string')
  if (ids.length === 0) return new Map()
  return new Map((await findParties(db, ids)).map((party) => [party.sinliId, party]))
}

function libraryConcerned({ decoded }: ParsedMessage, parties: ReadonlyMap<string, Party>): string | null {
  if (!decoded) return null
  const codes = [decoded.sender, decoded.receiver].map((id) => parties.get(id ?? '')?.libraryCode)
  return codes.find((code) => typeof code === 'string') ?? null
}

function requireIdentified({ decoded }: ParsedMessage): IdentifiedDocument {
  const { sender, receiver, document } = decoded ?? {}
  if (!decoded || !sender || !receiver || !document)
    throw new Error('A parsed message without a failure must have a sender, a receiver and a document type.')
  return { ...decoded, sender, receiver, document }
}

function checkParties({ sender, receiver }: IdentifiedDocument, parties: ReadonlyMap<string, Party>): Decision | null {
  if (!parties.has(sender))
    return failed({ code: 'REMITENTE_DESCONOCIDO', sentence: { code: 'SENDER_UNKNOWN', parameters: { sender } } })
  if (!parties.has(receiver))
    return failed({
      code: 'DESTINATARIO_DESCONOCIDO',
      sentence: { code: 'RECEIVER_UNKNOWN', parameters: { receiver } },
    })
  return null
}

// Senders repeat themselves; the same bytes are stored once.
async function checkSameBytes(
  db: Database,
  message: MessageToProcess,
  decoded: IdentifiedDocument,
): Promise<Decision | null> {
  const first = await findSameBytes(db, message, decoded)
  if (first === null) return null
  const sentence: SinliSentence = { code: 'SAME_BYTES', parameters: { message: first } }
  return { status: 'DUPLICATE', code: 'DUPLICADO_EXACTO', sentence }
}

async function checkNewer(
  db: Database,
  message: MessageToProcess,
  decoded: IdentifiedDocument,
): Promise<Decision | null> {
  const type = decoded.document
  const newer = traitsOf(type).newestOnly ? await findNewer(db, message, decoded) : null
  if (newer === null) return null
  return {
    status: 'SKIPPED',
    code: null,
    sentence: { code: 'NEWER_KNOWN', parameters: { document: type, message: newer } },
  }
}

function checkNumber(
  { document, receiver, sender }: IdentifiedDocument,
  sameIdentity: readonly string[],
  force: boolean,
): Decision | null {
  if (sameIdentity.length === 0 || force) return null
  return failed({
    code: 'DOCUMENTO_DUPLICADO',
    sentence: { code: 'DOCUMENT_KNOWN', parameters: { document, sender, receiver } },
  })
}
