import type { Draft } from '../../../src/sinli/encode.ts'
import type { Fields } from '../../../src/sinli/values.ts'
import { envio, factul, pedido, shop, supplier } from './inbound.ts'

const article: Fields = {
  isbn: '978-84-00-00000-4',
  ean: '9788400000004',
  reference: 'REF-1',
  title: 'Un libro inventado',
}
const price: Fields = { priceCents: 1000, priceWithVatCents: 1040, discountBasisPoints: 0, vatBasisPoints: 400 }
const names: Fields = { supplierName: 'Proveedor inventado', customerName: 'Librería inventada' }

/** An order of units of one article. */
export const orderDraft = (number: string, quantity: number, parties: { sender?: string; receiver?: string } = {}) => ({
  ...pedido({ number, ...parties }),
  lines: [{ ...article, quantity, priceWithVatCents: 1000, acceptsPending: 'S', orderCode: number }],
})

/** A delivery note with units of one article for one or several orders, by order. */
export const noteDraft = (
  number: string,
  orders: Record<string, number>,
  other: { sender?: string; receiver?: string; date?: string } = {},
): Draft => ({
  ...envio({ number, ...other }),
  lines: Object.entries(orders).map(([orderCode, quantity]) => ({ ...article, ...price, quantity, orderCode })),
})

/** An invoice for delivery notes. */
export const invoiceDraft = (number: string, notes: string[]): Draft => ({
  ...factul({ number }),
  lines: notes.map((deliveryNoteNumber) => ({ deliveryNoteNumber, date: '2026-03-01', amountCents: 1000 })),
})

/** A return of units of one article from one delivery note. */
export const returnDraft = (number: string, purchaseDocument: string | null, quantity: number): Draft => ({
  document: 'DEVOLU',
  sender: shop,
  receiver: supplier,
  header: { ...names, number, date: '2026-04-01', documentType: 'D', returnType: 'F', bookFair: 'N', currency: 'E' },
  lines: [{ ...article, ...price, quantity, purchaseDocument, purchaseDate: '2026-03-01' }],
})

/** A credit note for a return. */
export const creditDraft = (number: string, returnReference: string, quantity: number): Draft => ({
  document: 'ABONO',
  sender: supplier,
  receiver: shop,
  header: {
    ...{ ...names, number, date: '2026-04-10', documentType: 'A', returnReference, returnDate: '2026-04-01' },
    ...{ creditType: 'F', bookFair: 'N', shippingCents: 0, currency: 'E' },
  },
  lines: [{ ...article, ...price, quantity }],
})
