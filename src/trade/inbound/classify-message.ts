import type { Database } from '../../database/database.ts'
import type { InboundStatus } from '../../generated/prisma/enums.ts'
import type { ParsedMessage } from './parse-message.ts'
import { identifyArticles } from './identify-articles.ts'
import type { FailureCode } from './failure-codes.ts'
import { dateOf, documentIdentity, type Article, type IdentifiedDocument } from './documents.ts'
import { findParties, type Party } from './parties.ts'

/** A document that would be stored by now had the dry run written its results. */
export type DryRunDocument = {
  messageId: string
  receivedAt: Date
  reading: ParsedMessage
  decoded: IdentifiedDocument
}

/**
 * A parsed message and its time of arrival. With `force` it may replace a document of the same number. `foreseen` are
 * the documents that a dry run supposes to be stored.
 */
export type MessageToProcess = {
  id: string
  receivedAt: Date
  reading: ParsedMessage
  force: boolean
  foreseen?: readonly DryRunDocument[]
}

/** The result of processing a message. */
export type ProcessingOutcome = {
  status: Extract<InboundStatus, 'PROCESSED' | 'PROCESSED_WITH_WARNINGS' | 'FAILED' | 'DUPLICATE' | 'SKIPPED'>
  code: string | null
  problem: string | null
  /** The library concerned: the sender's, else the receiver's; null if neither party is a library. */
  libraryCode: string | null
  /** The document to store and the ids of those it replaces; null if nothing is stored. */
  store: { decoded: IdentifiedDocument; articles: ReadonlyMap<number, Article>; replaces: string[] } | null
}

type Decision = Pick<ProcessingOutcome, 'status' | 'code' | 'problem'>

/** Classifies a message against everything stored so far. Writes nothing. */
export async function classifyMessage(db: Database, pending: MessageToProcess): Promise<ProcessingOutcome> {
  const { reading } = pending
  const parties = await partiesOf(db, reading)
  const libraryCode = libraryConcerned(reading, parties)
  const refused = (finding: Decision): ProcessingOutcome => ({ ...finding, libraryCode, store: null })
  if (reading.failure) return refused(failed(reading.failure.code, reading.failure.problem))
  const decoded = knownIn(reading)
  const replaces = await findOthers(db, pending, decoded)
  const obstacle =
    unknownParties(decoded, parties) ??
    (await alreadyStored(db, pending, decoded)) ??
    duplicateNumber(decoded, replaces, pending)
  if (obstacle) return refused(obstacle)
  const supposed = (pending.foreseen ?? []).map((document) => document.decoded)
  const articles = await identifyArticles(db, decoded, supposed)
  if ('code' in articles) return refused(failed(articles.code, articles.problem))
  return { ...accepted(reading), libraryCode, store: { decoded, articles, replaces } }
}

const failed = (code: FailureCode, problem: string): Decision => ({ status: 'FAILED', code, problem })

function accepted({ warnings: [first] }: ParsedMessage): Decision {
  if (!first) return { status: 'PROCESSED', code: null, problem: null }
  return { status: 'PROCESSED_WITH_WARNINGS', code: first.code, problem: first.message }
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

// `readMessage` reports a failure if one of these is missing.
function knownIn({ decoded }: ParsedMessage): IdentifiedDocument {
  const { sender, receiver, document } = decoded ?? {}
  if (!decoded || !sender || !receiver || !document)
    throw new Error('A reading without parties has to say that it failed.')
  return { ...decoded, sender, receiver, document }
}

function unknownParties(
  { sender, receiver }: IdentifiedDocument,
  parties: ReadonlyMap<string, Party>,
): Decision | null {
  if (!parties.has(sender))
    return failed('REMITENTE_DESCONOCIDO', `The sender ${sender} is neither a library nor a supplier that we know.`)
  if (!parties.has(receiver))
    return failed(
      'DESTINATARIO_DESCONOCIDO',
      `The receiver ${receiver} is neither a library nor a supplier that we know.`,
    )
  return null
}

// The same content, or newer content, is stored already.
const alreadyStored = async (
  db: Database,
  pending: MessageToProcess,
  decoded: IdentifiedDocument,
): Promise<Decision | null> => (await sameBytes(db, pending, decoded)) ?? (await olderThanKnown(db, pending, decoded))

// Senders repeat themselves; the same bytes are stored once.
async function sameBytes(
  db: Database,
  { id, reading, foreseen = [] }: MessageToProcess,
  decoded: IdentifiedDocument,
): Promise<Decision | null> {
  const { sender, receiver, document } = decoded
  const { sha256 } = reading
  const supposed = foreseen.find((other) => other.reading.sha256 === sha256 && isAlike(other.decoded, decoded))
  const first =
    supposed?.messageId ??
    (
      await db.inboundMessage.findFirst({
        where: { id: { not: id }, sha256, sender, receiver, document, decoded: { isNot: null } },
        select: { id: true },
      })
    )?.id
  if (first === undefined) return null
  const problem = `The same bytes arrived before, in the message ${first}. Nothing is done twice.`
  return { status: 'DUPLICATE', code: 'DUPLICADO_EXACTO', problem }
}

const isAlike = (one: IdentifiedDocument, other: IdentifiedDocument) =>
  one.document === other.document && one.sender === other.sender && one.receiver === other.receiver

/** Only the newest document of these types counts, per sender and receiver. */
const currentOnly = new Set(['CAMPRE', 'ESTADO', 'CEGALD'])

// Compares the dates in the documents; one without a date (ESTADO) is as old as its arrival.
async function olderThanKnown(
  db: Database,
  pending: MessageToProcess,
  decoded: IdentifiedDocument,
): Promise<Decision | null> {
  const { document: type, sender, receiver } = decoded
  if (!currentOnly.has(type)) return null
  const date = dateOf(decoded)
  const newer =
    pending.foreseen?.find((other) => isAlike(other.decoded, decoded) && isNewer(other, date, pending.receivedAt)) ??
    (await db.sinliDocument.findFirst({
      where: {
        ...{ messageId: { not: pending.id }, type, sender, receiver },
        ...(date ? { date: { gt: date } } : { date: null, message: { receivedAt: { gt: pending.receivedAt } } }),
      },
      select: { messageId: true },
    }))
  if (!newer) return null
  const problem = `A newer ${type} of the same parties is known already, from the message ${newer.messageId}.`
  return { status: 'SKIPPED', code: null, problem }
}

function isNewer(other: DryRunDocument, date: Date | null, receivedAt: Date): boolean {
  const otherDate = dateOf(other.decoded)
  return date ? otherDate !== null && otherDate > date : otherDate === null && other.receivedAt > receivedAt
}

// Documents with the same number between the same parties, or from the same message with other content.
async function findOthers(
  db: Database,
  { id, reading, foreseen = [] }: MessageToProcess,
  decoded: IdentifiedDocument,
): Promise<string[]> {
  const { sha256, identity } = reading
  const { sender, receiver, document: type } = decoded
  const own = documentIdentity(decoded, sha256 ?? '')
  const supposed = foreseen.filter(
    (other) =>
      documentIdentity(other.decoded, other.reading.sha256 ?? '') === own ||
      (other.reading.identity === identity && isAlike(other.decoded, decoded)),
  )
  const others = await db.sinliDocument.findMany({
    where: { messageId: { not: id }, OR: [{ identity: own }, { message: { identity }, type, sender, receiver }] },
    select: { id: true },
  })
  return [...supposed.map(({ messageId }) => messageId), ...others.map((other) => other.id)]
}

function duplicateNumber(
  { document, receiver, sender }: IdentifiedDocument,
  others: readonly string[],
  { force }: MessageToProcess,
): Decision | null {
  if (others.length === 0 || force) return null
  return failed(
    'DOCUMENTO_DUPLICADO',
    `This ${document} from ${sender} to ${receiver} arrived before with other content. A replay with force lets this one replace it.`,
  )
}
