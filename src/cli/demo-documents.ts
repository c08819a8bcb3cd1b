import type { Draft } from '../sinli/encode.ts'

/** The parties of the demo: invented suppliers and bookshops with their SINLI ids. */
export const parties = {
  sur: { id: 'LIBDEM01', name: 'Distribuciones de demostración Sur' },
  norte: { id: 'LIBDEM02', name: 'Distribuciones de demostración Norte' },
  unknown: { id: 'LIBDEM09', name: 'Editorial de demostración Nadir' },
  alba: { id: 'LIBDEM11', name: 'Librería de demostración Alba' },
  brisa: { id: 'LIBDEM12', name: 'Librería de demostración Brisa' },
  cipres: { id: 'LIBDEM13', name: 'Librería de demostración Ciprés' },
}

/** The registered suppliers; `unknown` is left unregistered on purpose. */
export const suppliers = [parties.sur, parties.norte]

type DemoParty = { id: string; name: string }

/** The fields that distinguish documents; `copies` is the quantity of each book, 2 by default. */
export type DocumentStamp = { number: string; date: string; copies?: number }

const books = [
  { title: 'El faro que contaba barcos', authors: 'Inventada, Aurora', isbn: '978-84-00-00000-4', priceCents: 1_827 },
  { title: 'Manual de añoranzas', authors: 'Ficticio, Íñigo', isbn: '978-84-00-00001-1', priceCents: 1_635 },
  { title: 'Tres otoños en Ningunaparte', authors: 'Nadie, Elvira', isbn: '978-84-00-00002-8', priceCents: 2_115 },
  { title: 'Cuaderno de mareas', authors: 'Supuesto, Nuño', isbn: '978-84-00-00003-5', priceCents: 1_250 },
]
const vatBasisPoints = 400
const discountBasisPoints = 3_000

const withVat = (cents: number) => Math.round(cents * (1 + vatBasisPoints / 10_000))
const codesOf = (isbn: string, place: number) => ({
  isbn,
  ean: isbn.replaceAll('-', ''),
  reference: `DEMO-${place + 1}`,
})
const between = (sender: DemoParty, receiver: DemoParty) => ({ sender: sender.id, receiver: receiver.id })

/** A delivery note for some copies of each book, with matching totals. */
export function parcel(sender: DemoParty, receiver: DemoParty, { number, date, copies = 2 }: DocumentStamp): Draft {
  const gross = books.map(({ priceCents }) => priceCents * copies)
  const net = gross.map((cents) => cents - Math.round((cents * discountBasisPoints) / 10_000))
  return {
    document: 'ENVIO',
    ...between(sender, receiver),
    header: {
      ...{ supplierName: sender.name, customerName: receiver.name, number, date, currency: 'E' },
      ...{ documentType: 'A', shipmentType: 'F', bookFair: 'N', shippingCents: 0 },
    },
    lines: books.map(({ isbn, title, authors, priceCents }, place) => ({
      ...codesOf(isbn, place),
      ...{ title, authors, quantity: copies, priceCents, priceWithVatCents: withVat(priceCents) },
      ...{ discountBasisPoints, vatBasisPoints, novelty: 'N', priceType: 'F', freePriceType: 'N', orderCode: number },
    })),
    texts: [{ text: 'Gracias por su pedido.' }],
    totals: { units: copies * books.length, grossCents: sum(gross), netCents: sum(net) },
    vat: [
      {
        ...{ vatBasisPoints, baseCents: sum(net), vatCents: withVat(sum(net)) - sum(net) },
        ...{ surchargeBasisPoints: 0, surchargeCents: 0 },
      },
    ],
  }
}

/** An order of each book. */
export const order = (sender: DemoParty, receiver: DemoParty, { number, date, copies = 2 }: DocumentStamp): Draft => ({
  document: 'PEDIDO',
  ...between(sender, receiver),
  header: {
    ...{ customerName: sender.name, supplierName: receiver.name, date, orderCode: number },
    ...{ orderType: 'N', currency: 'E' },
  },
  lines: books.map(({ isbn, title, priceCents }, place) => ({
    ...codesOf(isbn, place),
    ...{ title, quantity: copies, priceWithVatCents: withVat(priceCents), acceptsPending: 'N', orderCode: number },
  })),
})

/** An invoice over two delivery notes. */
export function invoice(sender: DemoParty, receiver: DemoParty, { number, date }: DocumentStamp): Draft {
  const amounts = [10_400, 5_200]
  return {
    document: 'FACTUL',
    ...between(sender, receiver),
    header: { number, date, supplierName: sender.name, customerName: receiver.name, currency: 'E' },
    lines: amounts.map((amountCents, place) => ({ deliveryNoteNumber: `DEMO-${place + 1}`, date, amountCents })),
    totals: { totalCents: sum(amounts) },
    vat: [{ vatBasisPoints, baseCents: 15_000, vatCents: 600, surchargeBasisPoints: 0, surchargeCents: 0 }],
    dueDates: [{ paymentMethod: 'T', amountCents: sum(amounts), dueDate: date }],
  }
}

/** New prices of the books, from a date on. */
export const prices = (sender: DemoParty, receiver: DemoParty, date: string): Draft => ({
  document: 'CAMPRE',
  ...between(sender, receiver),
  header: { supplierName: sender.name, date, currency: 'E' },
  lines: books.map(({ isbn, title, priceCents }, place) => ({
    ...codesOf(isbn, place),
    ...{ title, priceCents, priceWithVatCents: withVat(priceCents), vatBasisPoints, priceType: 'F' },
  })),
})

/** The cards of the books with few fields; the missing required ones cause warnings. */
export const catalogue = (sender: DemoParty, receiver: DemoParty): Draft => ({
  document: 'LIBROS',
  ...between(sender, receiver),
  header: { supplierName: sender.name, currency: 'E' },
  lines: books.map(({ isbn, title, authors, priceCents }, place) => ({
    ...codesOf(isbn, place),
    ...{ title, authors, priceCents, priceWithVatCents: withVat(priceCents), vatBasisPoints, priceType: 'F' },
  })),
})

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)
