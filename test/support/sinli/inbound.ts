import { randomUUID } from 'node:crypto'
import type { RootDatabase } from '../../../src/database/database.ts'
import { encode, type Draft } from '../../../src/sinli/encode.ts'
import { findDocument } from '../../../src/sinli/layouts/documents.ts'
import { formatSubject } from '../../../src/sinli/identification/subject.ts'
import type { GivenGateway, Json } from '../gateway.ts'
import { until } from '../until.ts'

export const shop = 'LIB00001'
export const supplier = 'LIB00002'
export const stranger = 'LIB00099'

const sold = {
  quantity: 1,
  priceCents: 1000,
  priceWithVatCents: 1040,
  discountBasisPoints: 0,
  vatBasisPoints: 400,
  novelty: 'N',
  priceType: 'F',
  orderCode: 'P1',
  authors: 'Nadie',
  freePriceType: 'N',
}

type Parties = { sender?: string; receiver?: string }
type Numbered = Parties & { number?: string; date?: string; title?: string; isbn?: string | null; reference?: string }

const book = { isbn: '978-84-00-00000-4', ean: '9788400000004', reference: 'REF-1', title: 'Un libro inventado' }

/** A delivery note with one line. */
export const envio = ({
  number = 'A1',
  date = '2026-03-01',
  sender = supplier,
  receiver = shop,
  ...article
}: Numbered = {}): Draft => ({
  document: 'ENVIO',
  sender,
  receiver,
  header: {
    number,
    date,
    supplierName: 'Proveedor inventado',
    customerName: 'Librería inventada',
    documentType: 'A',
    shipmentType: 'F',
    bookFair: 'N',
    shippingCents: 0,
    currency: 'E',
  },
  lines: [{ ...lineOf(article), ...sold }],
})

/** An order with one line. */
export const pedido = ({
  number = 'P1',
  date = '2026-03-01',
  sender = shop,
  receiver = supplier,
  ...article
}: Numbered = {}): Draft => ({
  document: 'PEDIDO',
  sender,
  receiver,
  header: {
    orderCode: number,
    date,
    customerName: 'Librería inventada',
    supplierName: 'Proveedor inventado',
    orderType: 'N',
    currency: 'E',
  },
  lines: [{ ...lineOf(article), quantity: 3, priceWithVatCents: 1000, acceptsPending: 'N', orderCode: number }],
})

/** An invoice for one delivery note. */
export const factul = ({
  number = 'F1',
  date = '2026-03-01',
  sender = supplier,
  receiver = shop,
}: Numbered = {}): Draft => ({
  document: 'FACTUL',
  sender,
  receiver,
  header: { number, date, supplierName: 'Proveedor inventado', customerName: 'Librería inventada', currency: 'E' },
  lines: [{ deliveryNoteNumber: 'A1', date, amountCents: 1000 }],
})

/** A price change with a date from which it applies. */
export const campre = ({
  date = '2026-03-01',
  sender = supplier,
  receiver = shop,
  ...article
}: Numbered = {}): Draft => ({
  document: 'CAMPRE',
  sender,
  receiver,
  header: { date, supplierName: 'Proveedor inventado', currency: 'E' },
  lines: [{ ...lineOf(article), priceCents: 1000, priceWithVatCents: 1040, vatBasisPoints: 400, priceType: 'F' }],
})

/** The availability of one article; this document type has no date. */
export const estado = ({ sender = supplier, receiver = shop, ...article }: Numbered = {}): Draft => ({
  document: 'ESTADO',
  sender,
  receiver,
  header: { senderName: 'Proveedor inventado' },
  lines: [{ ...lineOf(article), status: 1 }],
})

/** A catalogue with one article. */
export const libros = ({ sender = supplier, receiver = shop, ...article }: Numbered = {}): Draft => ({
  document: 'LIBROS',
  sender,
  receiver,
  header: { supplierName: 'Proveedor inventado', currency: 'E' },
  lines: [{ ...book, ...lineOf(article), priceCents: 1000, priceWithVatCents: 1040 }],
})

const lineOf = ({ title, isbn, reference }: Numbered) =>
  isbn === null
    ? { title: title ?? book.title, reference: reference ?? null }
    : { ...book, ...(title && { title }), ...(reference && { reference }) }

/** The e-mail subject of a document. */
export const subjectOf = ({ document, sender, receiver }: Draft) =>
  formatSubject({ document, sender, receiver, version: String(findDocument(document)?.latest).padStart(2, '0') })

export type Attachment = { name: string; type?: string; bytes: Uint8Array; disposition?: string }
export type Letter = { subject?: string | null; messageId?: string | null; attachments?: Attachment[] }

/** A complete e-mail in the form that a mail server delivers. */
export function mail({
  subject = null,
  messageId = `<${randomUUID()}@example.org>`,
  attachments = [],
}: Letter): Buffer {
  const lines = [
    'From: buzon@example.org',
    'To: entrada@example.org',
    ...(subject === null ? [] : [`Subject: ${subject}`]),
    ...(messageId === null ? [] : [`Message-ID: ${messageId}`]),
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary="limit"',
    '',
    '--limit',
    'Content-Type: text/plain; charset=utf-8',
    '',
    'Adjuntamos fichero. Un saludo.',
    ...attachments.flatMap(({ name, type = 'text/plain', bytes, disposition = 'attachment' }) => [
      '--limit',
      `Content-Type: ${type}; name="${name}"`,
      `Content-Disposition: ${disposition}; filename="${name}"`,
      'Content-Transfer-Encoding: base64',
      '',
      ...(Buffer.from(bytes)
        .toString('base64')
        .match(/.{1,76}/g) ?? []),
    ]),
    '--limit--',
    '',
  ]
  return Buffer.from(lines.join('\r\n'))
}

/** An e-mail with a document; `otherwise` overrides parts of it. */
export const mailOf = (draft: Draft, otherwise: Letter = {}): Buffer =>
  mail({
    subject: subjectOf(draft),
    attachments: [{ name: `${draft.document}.txt`, bytes: encode(draft) }],
    ...otherwise,
  })

/** Functions that register libraries and suppliers at a gateway and send it messages. */
export function givenTrade(gateway: GivenGateway) {
  const { url, ingestToken } = gateway
  const authorization = `Bearer ${ingestToken}`

  async function put(path: string, body: Json) {
    const answer = await fetch(url + path, {
      method: 'PUT',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    return { status: answer.status, body: (await answer.json()) as Json }
  }
  async function post(body: Uint8Array, headers: Record<string, string> = {}) {
    const answer = await fetch(`${url}/ingest/v1/sinli`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'message/rfc822', ...headers },
      body: new Uint8Array(body),
    })
    return { status: answer.status, body: (await answer.json()) as Json }
  }
  const messageOf = (id: string) =>
    gateway.db.inboundMessage.findUniqueOrThrow({
      where: { id },
      omit: { raw: true },
      include: { attempts: { orderBy: { id: 'asc' } }, decoded: { include: { lines: true } } },
    })
  async function processed(id: string) {
    // Poll with a cheap query: the embedded database has only one connection, which the processing needs as well.
    await until(`the message ${id} is processed`, () =>
      gateway.db.inboundMessage.count({ where: { id, status: { notIn: ['RECEIVED', 'PROCESSING'] } } }),
    )
    return messageOf(id)
  }

  return {
    put,
    post,
    messageOf,
    processed,
    registerLibrary: (sinliId: string, code = sinliId) =>
      put(`/ingest/v1/libraries/${code}`, { name: `Librería ${code}`, sinliId, updatedAt: '2026-01-01T00:00:00Z' }),
    registerSupplier: (sinliId: string) =>
      put(`/ingest/v1/suppliers/${sinliId}`, { name: `Proveedor ${sinliId}`, updatedAt: '2026-01-01T00:00:00Z' }),
    /** Sends an e-mail and returns the message once it is processed. */
    async send(letter: Uint8Array, headers: Record<string, string> = {}) {
      const { status, body } = await post(letter, headers)
      if (status !== 202) throw new Error(`${status}: ${JSON.stringify(body)}`)
      return processed(body['id'])
    },
    async replay(body: Json, headers: Record<string, string> = {}) {
      const answer = await gateway.post('/api/admin/integrations/sinli_inbound/replay/', body, headers)
      return { status: answer.status, body: (await answer.json()) as Json }
    },
  }
}

export type GivenTrade = ReturnType<typeof givenTrade>

/** Waits until what is legible of all failed messages is read, which counts a start meanwhile. */
export const untilFailedAreRead = (db: RootDatabase): Promise<boolean> =>
  until('failed messages are read', async () => {
    const left = await db.inboundMessage.count({ where: { status: 'FAILED', salvage: 0 } })
    return left === 0
  })
