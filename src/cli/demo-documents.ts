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

/** A document that answers another one: the number of the order, delivery note or return. */
type AnswerStamp = DocumentStamp & { answers: string }

const books = [
  { title: 'El faro que contaba barcos', authors: 'Inventada, Aurora', isbn: '978-84-00-00000-4', priceCents: 1_827 },
  { title: 'Manual de añoranzas', authors: 'Ficticio, Íñigo', isbn: '978-84-00-00001-1', priceCents: 1_635 },
  { title: 'Tres otoños en Ningunaparte', authors: 'Nadie, Elvira', isbn: '978-84-00-00002-8', priceCents: 2_115 },
  { title: 'Cuaderno de mareas', authors: 'Supuesto, Nuño', isbn: '978-84-00-00003-5', priceCents: 1_250 },
]
const vatBasisPoints = 400
const discountBasisPoints = 3_000

const withVat = (cents: number) => Math.round(cents * (1 + vatBasisPoints / 10_000))
const codesOf = (isbn: string, index: number) => ({
  isbn,
  ean: isbn.replaceAll('-', ''),
  reference: `DEMO-${index + 1}`,
})
const between = (sender: DemoParty, receiver: DemoParty) => ({ sender: sender.id, receiver: receiver.id })

/** A delivery note for some copies of each book, with matching totals; for an order, or its own number for none. */
export function parcel(
  sender: DemoParty,
  receiver: DemoParty,
  { number, date, copies = 2, answers = number }: DocumentStamp & Partial<AnswerStamp>,
): Draft {
  const gross = books.map(({ priceCents }) => priceCents * copies)
  const net = gross.map((cents) => cents - Math.round((cents * discountBasisPoints) / 10_000))
  return {
    document: 'ENVIO',
    ...between(sender, receiver),
    header: {
      ...{ supplierName: sender.name, customerName: receiver.name, number, date, currency: 'E' },
      ...{ documentType: 'A', shipmentType: 'F', bookFair: 'N', shippingCents: 0 },
    },
    lines: books.map(({ isbn, title, authors, priceCents }, index) => ({
      ...codesOf(isbn, index),
      ...{ title, authors, quantity: copies, priceCents, priceWithVatCents: withVat(priceCents) },
      ...{ discountBasisPoints, vatBasisPoints, novelty: 'N', priceType: 'F', freePriceType: 'N', orderCode: answers },
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
  lines: books.map(({ isbn, title, priceCents }, index) => ({
    ...codesOf(isbn, index),
    ...{ title, quantity: copies, priceWithVatCents: withVat(priceCents), acceptsPending: 'N', orderCode: number },
  })),
})

/** An invoice over two delivery notes, of which the second one was never received. */
export function invoice(sender: DemoParty, receiver: DemoParty, { number, date, answers }: AnswerStamp): Draft {
  const amounts = [10_400, 5_200]
  return {
    document: 'FACTUL',
    ...between(sender, receiver),
    header: { number, date, supplierName: sender.name, customerName: receiver.name, currency: 'E' },
    lines: amounts.map((amountCents, index) => ({
      ...{ deliveryNoteNumber: index === 0 ? answers : `${answers}B`, date, amountCents },
    })),
    totals: { totalCents: sum(amounts) },
    vat: [{ vatBasisPoints, baseCents: 15_000, vatCents: 600, surchargeBasisPoints: 0, surchargeCents: 0 }],
    dueDates: [{ paymentMethod: 'T', amountCents: sum(amounts), dueDate: date }],
  }
}

/** A return of one copy of each book of a delivery note. */
export const giveBack = (sender: DemoParty, receiver: DemoParty, { number, date, answers }: AnswerStamp): Draft => ({
  document: 'DEVOLU',
  ...between(sender, receiver),
  header: {
    ...{ customerName: sender.name, supplierName: receiver.name, number, date, currency: 'E' },
    ...{ documentType: 'D', returnType: 'F', bookFair: 'N' },
  },
  lines: books.map((book, index) => ({ ...oneCopy(book, index), purchaseDocument: answers, purchaseDate: date })),
})

/** A credit note for a return, without the last book. */
export const credit = (sender: DemoParty, receiver: DemoParty, { number, date, answers }: AnswerStamp): Draft => ({
  document: 'ABONO',
  ...between(sender, receiver),
  header: {
    ...{ supplierName: sender.name, customerName: receiver.name, number, date, currency: 'E' },
    ...{ documentType: 'A', creditType: 'F', bookFair: 'N', shippingCents: 0 },
    ...{ returnReference: answers, returnDate: date },
  },
  lines: books.slice(0, -1).map(oneCopy),
})

const oneCopy = ({ isbn, title, priceCents }: (typeof books)[number], index: number) => ({
  ...codesOf(isbn, index),
  ...{ title, quantity: 1, priceCents, priceWithVatCents: withVat(priceCents), discountBasisPoints },
  ...{ vatBasisPoints, priceType: 'F' },
})

/** New prices of the books, from a date on. */
export const prices = (sender: DemoParty, receiver: DemoParty, date: string): Draft => ({
  document: 'CAMPRE',
  ...between(sender, receiver),
  header: { supplierName: sender.name, date, currency: 'E' },
  lines: books.map(({ isbn, title, priceCents }, index) => ({
    ...codesOf(isbn, index),
    ...{ title, priceCents, priceWithVatCents: withVat(priceCents), vatBasisPoints, priceType: 'F' },
  })),
})

/** The cards of the books with few fields; the missing required ones cause warnings. */
export const catalogue = (sender: DemoParty, receiver: DemoParty): Draft => ({
  document: 'LIBROS',
  ...between(sender, receiver),
  header: { supplierName: sender.name, currency: 'E' },
  lines: books.map(({ isbn, title, authors, priceCents }, index) => ({
    ...codesOf(isbn, index),
    ...{ title, authors, priceCents, priceWithVatCents: withVat(priceCents), vatBasisPoints, priceType: 'F' },
  })),
})

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)
