import type { Database } from '../../database/database.ts'
import type { ParsedMessage } from './parse-message.ts'
import { dateOf, documentIdentity, type IdentifiedDocument } from './documents.ts'

/** A document that would be stored by now if the dry run wrote its results. */
export type DryRunDocument = {
  messageId: string
  receivedAt: Date
  parsed: ParsedMessage
  decoded: IdentifiedDocument
}

/** A parsed message and its time of arrival. A dry run assumes that `assumedDocuments` are stored. */
export type ArrivedMessage = {
  id: string
  receivedAt: Date
  parsed: ParsedMessage
  assumedDocuments?: readonly DryRunDocument[]
}

/** Finds an earlier message with the same bytes and a stored document of the same type and parties: its id or null. */
export async function findSameBytes(
  db: Database,
  { id, parsed: { sha256 }, assumedDocuments = [] }: ArrivedMessage,
  decoded: IdentifiedDocument,
): Promise<string | null> {
  const { sender, receiver, document } = decoded
  const assumed = assumedDocuments.find(
    (other) => other.parsed.sha256 === sha256 && hasSameTypeAndParties(other.decoded, decoded),
  )
  if (assumed) return assumed.messageId
  const stored = await db.inboundMessage.findFirst({
    where: { id: { not: id }, sha256, sender, receiver, document, decoded: { isNot: null } },
    select: { id: true },
  })
  return stored?.id ?? null
}

/**
 * Finds a newer document of the same type and parties: the id of its message or null. Compares the dates in the
 * documents; one without a date (ESTADO) is as old as its arrival.
 */
export async function findNewer(
  db: Database,
  { id, receivedAt, assumedDocuments = [] }: ArrivedMessage,
  decoded: IdentifiedDocument,
): Promise<string | null> {
  const { document: type, sender, receiver } = decoded
  const date = dateOf(decoded)
  const assumed = assumedDocuments.find(
    (other) => hasSameTypeAndParties(other.decoded, decoded) && isNewer(other, { date, receivedAt }),
  )
  if (assumed) return assumed.messageId
  const stored = await db.sinliDocument.findFirst({
    where: {
      ...{ messageId: { not: id }, type, sender, receiver },
      ...(date ? { date: { gt: date } } : { date: null, message: { receivedAt: { gt: receivedAt } } }),
    },
    select: { messageId: true },
  })
  return stored?.messageId ?? null
}

function isNewer(other: DryRunDocument, { date, receivedAt }: { date: Date | null; receivedAt: Date }): boolean {
  const otherDate = dateOf(other.decoded)
  return date ? otherDate !== null && otherDate > date : otherDate === null && other.receivedAt > receivedAt
}

/** Finds the ids of documents with the same number between the same parties, or of the same message. */
export async function findSameIdentity(
  db: Database,
  { id, parsed: { sha256, identity }, assumedDocuments = [] }: ArrivedMessage,
  decoded: IdentifiedDocument,
): Promise<string[]> {
  const { sender, receiver, document: type } = decoded
  const ownIdentity = documentIdentity(decoded, sha256 ?? '')
  const assumed = assumedDocuments.filter(
    (other) =>
      documentIdentity(other.decoded, other.parsed.sha256 ?? '') === ownIdentity ||
      (other.parsed.identity === identity && hasSameTypeAndParties(other.decoded, decoded)),
  )
  const stored = await db.sinliDocument.findMany({
    where: {
      messageId: { not: id },
      OR: [{ identity: ownIdentity }, { message: { identity }, type, sender, receiver }],
    },
    select: { id: true },
  })
  return [...assumed.map(({ messageId }) => messageId), ...stored.map((document) => document.id)]
}

const hasSameTypeAndParties = (a: IdentifiedDocument, b: IdentifiedDocument) =>
  a.document === b.document && a.sender === b.sender && a.receiver === b.receiver
