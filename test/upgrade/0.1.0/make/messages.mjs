import { encode } from '../../../../src/sinli/encode.ts'
import {
  campre,
  envio,
  estado,
  factul,
  libros,
  mail,
  mailOf,
  pedido,
  subjectOf,
} from '../../../support/sinli/inbound.ts'
import { bytes, file, overwrite } from '../../../support/sinli/sinli.ts'

let numbers = 0

/** A delivery note with a number of its own. */
const note = (more = {}) => {
  const draft = envio({ number: `N${(numbers += 1)}` })
  return { ...draft, ...more, header: { ...draft.header, ...more.header } }
}

const line = (more = {}) => ({ ...note().lines[0], ...more })

/** A delivery note with records changed, under its own subject or another. */
const changed = (draft, change, subject = subjectOf(draft)) => letter(file(draft, change), subject)

const letter = (content, subject) => mail({ subject, attachments: [{ name: 'SINLI.TXT', bytes: content }] })

/** Changes the records that begin with this letter after the two that identify the file. */
const inRecords = (type, change) => (record, number) =>
  number > 2 && record.startsWith(type) ? change(record) : record

const inLine = (number, change) => (record, at) => (at === number ? change(record) : record)

const without =
  (...numbers) =>
  (draft, subject = subjectOf(draft)) => {
    const records = Buffer.from(file(draft)).toString('latin1').split('\r\n').slice(0, -1)
    const kept = records.filter((_, index) => !numbers.includes(index + 1))
    return letter(bytes(kept.map((record) => `${record}\r\n`).join('')), subject)
  }

const plus = (draft, ...added) => {
  const records = Buffer.from(file(draft)).toString('latin1')
  const all = records.split('\r\n').slice(0, -1)
  const extra = added.map((one) => (typeof one === 'number' ? all[one - 1] : one))
  return letter(bytes(`${records}${extra.map((record) => `${record}\r\n`).join('')}`), subjectOf(draft))
}

const encoded = (text) => `=?utf-8?B?${Buffer.from(text).toString('base64')}?=`
const attachment = (name, type) => ({ name, type, bytes: encode(note()) })

const names = ['uno \\", dos.txt', encoded('línea\u2028de "1", (más).txt'), '', 'cuatro.txt', 'cinco.txt', 'seis.txt']

/** What is wrong with an e-mail, or with what names its parties. */
const ofMail = () => [
  mail({ subject: subjectOf(note()) }),
  mail({ attachments: [attachment('uno.txt'), attachment('dos.txt')] }),
  mail({ attachments: names.map((name) => attachment(name)) }),
  letter(encode(note()), null),
  letter(encode(note()), 'Pedido de marzo'),
  letter(encode(note()), encoded('Re: "pedido", línea"); 50 %')),
  letter(encode(note()), encoded(`Pedido \u2028de "marzo", ${'muy largo '.repeat(9)}`)),
  letter(bytes('Buenos días:\r\n"Adjunto", línea\r\n'), 'Pedido'),
  letter(bytes('\u001a'), null),
  changed(
    note(),
    inLine(1, (record) => overwrite(record, 10, ' '.repeat(8))),
    null,
  ),
  changed(
    note(),
    inLine(1, (record) => overwrite(record, 18, ' '.repeat(8))),
    null,
  ),
  changed(
    note(),
    inLine(1, (record) => overwrite(record, 10, ' '.repeat(16))),
    null,
  ),
  changed(
    note(),
    inLine(1, (record) => overwrite(record, 10, ' '.repeat(8))),
  ),
  changed(
    note(),
    inLine(1, (record) => overwrite(record, 18, ' '.repeat(8))),
  ),
  changed(
    note(),
    inLine(1, (record) => overwrite(record, 10, 'LIB00003')),
  ),
  changed(
    note(),
    inLine(1, (record) => overwrite(record, 18, 'LIB00003')),
  ),
  changed(
    note(),
    inLine(1, (record) => overwrite(record, 10, 'A", B ñ.')),
  ),
  changed(
    note(),
    inLine(1, (record) => overwrite(record, 18, '", "(X).')),
  ),
  changed(
    note(),
    inLine(1, (record) => overwrite(record, 10, 'LIB00099')),
    null,
  ),
  changed(
    note(),
    inLine(1, (record) => overwrite(record, 18, 'LIB00099')),
    null,
  ),
  changed(
    note(),
    inLine(1, (record) => overwrite(record, 10, 'A", B is')),
    null,
  ),
  changed(
    note(),
    inLine(1, (record) => overwrite(record, 18, '" . ,is ')),
    null,
  ),
]

/** What is wrong with the two records that identify a file, and with its type and version. */
const ofIdentification = () => [
  changed(
    note(),
    inLine(2, (record) => overwrite(record, 101, 'FACTUL')),
  ),
  changed(
    note({ senderAddress: 'a@example.org' }),
    inLine(2, (record) => overwrite(record, 101, 'A, B".')),
    null,
  ),
  changed(
    note(),
    inLine(2, (record) => overwrite(record, 107, '07')),
  ),
  changed(
    note(),
    inLine(2, (record) => overwrite(record, 107, '",')),
    null,
  ),
  without(1)(note()),
  without(2)(note()),
  without(1, 3)(note()),
  without(3)(note()),
  without(4)(note()),
  without(3, 4)(note()),
  changed(
    note(),
    inLine(1, (record) => overwrite(record, 2, 'XYZABC')),
    null,
  ),
  changed(
    note(),
    inLine(1, (record) => overwrite(record, 2, 'XYZ 1 ')),
    null,
  ),
  changed(note(), (record, at) => (at === 1 ? overwrite(record, 8, '99') : overwriteVersion(record, at, '99')), null),
  changed(note(), (record, at) => (at === 1 ? overwrite(record, 8, '".') : overwriteVersion(record, at, '".')), null),
  changed({ ...campre({ date: '2026-01-02' }), version: 2 }, (record, at) => declared03(record, at), null),
  changed({ ...libros(), version: 6 }, (record) => record, null),
  changed(
    note(),
    inLine(1, (record) => overwrite(record, 26, '00099')),
  ),
  changed(
    note(),
    inLine(1, (record) => overwrite(record, 26, '00001')),
  ),
  plus(note(), 1),
  plus(note(), 1, 1, 2),
  plus(note(), 3),
  plus(note(), 3, 3),
  plus(note(), `C${'Otra cabecera'.padEnd(120)}`),
  plus(note(), `C${'Otra cabecera'.padEnd(120)}`, `C${'Y otra'.padEnd(120)}`, `C${'"Más"'.padEnd(120)}`),
  letter(
    new TextEncoder().encode(Buffer.from(encode(note({ header: { customerName: 'Añil' } }))).toString('latin1')),
    null,
  ),
]

const overwriteVersion = (record, at, version) => (at === 2 ? overwrite(record, 107, version) : record)
const declared03 = (record, at) => (at === 1 ? overwrite(record, 8, '03') : overwriteVersion(record, at, '03'))

/** What is wrong with records, their lengths and their fields. */
const ofRecords = () => [
  changed(
    note(),
    inRecords('', () => 'X sin tipo'),
  ),
  plus(note(), 'X sin tipo'),
  plus(note(), 'X "uno", (dos) "tres y más'),
  plus(note(), 'X de "veinte", 12345"'),
  plus(note(), 'X \x81\x85\x93"y\xf1"'),
  changed(
    note({ lines: [line(), line()] }),
    inRecords('D', (record) => overwrite(record, 101, 'abc   ')),
  ),
  changed(
    note({ lines: [line(), line()] }),
    inLine(4, (record) => overwrite(record, 101, 'abc   ')),
  ),
  changed(
    note({ lines: [line(), line()] }),
    inLine(5, (record) => overwrite(record, 101, '", b "1", c  "')),
  ),
  changed(
    note({ lines: [line(), line()] }),
    inLine(4, (record) => overwrite(record, 101, 'x", "y, precio "z, 2')),
  ),
  changed(
    note({ lines: [line(), line(), line()] }),
    inLine(4, (record) => record.slice(0, 150)),
  ),
  changed(
    note({ lines: [line(), line(), line()] }),
    inRecords('D', (record) => record.slice(0, 150)),
  ),
  changed(
    note({ lines: [line(), line()] }),
    inLine(4, (record) => `${record}y más`),
  ),
  changed(
    note({ lines: [line(), line()] }),
    inRecords('D', (record) => `${record}"y más"`),
  ),
  changed(
    note(),
    inRecords('C', (record) => overwrite(record, 91, '2026mal ')),
  ),
  changed(
    note(),
    inRecords('C', (record) => overwrite(record, 91, 'x", y "z')),
  ),
  changed(
    note(),
    inRecords('C', (record) => overwrite(record, 91, '", "(1).')),
  ),
  changed(libros({ title: 'Con páginas' }), (record, at) => (at === 4 ? overwrite(record, 474, 'a",b') : record)),
  changed(note({ header: { supplierName: null } }), (record) => record),
  changed(note({ lines: [line({ authors: null }), line({ authors: null })] }), (record) => record),
  changed(
    note({ lines: [line()] }),
    inRecords('D', (record) => overwrite(record, 107, '0000010,00')),
  ),
  changed(
    note({ lines: [line(), line()] }),
    inRecords('D', (record) => overwrite(record, 107, '0000010.00')),
  ),
  changed(
    note({ lines: [line(), line()] }),
    inLine(4, (record) => escaped(record, '')),
  ),
  changed(
    note({ lines: [line(), line()] }),
    inLine(4, (record) => escaped(record, 'xyz')),
  ),
  changed({ ...libros({ title: 'Sin fechas' }), version: 8 }, inLine(4, shifted), null),
  changed(twoCards(), (record, at) => (at > 3 ? shifted(record) : record), null),
  ...[1_001, 1_003].map(manyWrong),
]

const escaped = (record, more) => `${record.slice(0, 52)}\\D1${record.slice(53)}${more}`
const shifted = (record) => `${record.slice(0, 1660)}${' '.repeat(7)}https://libros.example.org/`.padEnd(2_000)

const twoCards = () => {
  const draft = libros({ title: 'Dos sin fechas' })
  return { ...draft, version: 8, lines: [draft.lines[0], draft.lines[0]] }
}

/** More warnings of one code than are listed: with `count` 1,003 all lines are wrong and the message fails. */
function manyWrong(count) {
  const stock = { document: 'CEGALD', sender: 'LIB00001', receiver: 'LIB00002', version: 2 }
  const header = { customerName: 'Librería inventada', date: '2026-03-01', currency: 'EUR' }
  const wrong = { isbn: '978-84-00-00000-4', quantity: null, priceCents: 0 }
  if (count === 1_001) return plus({ ...stock, header, lines: [{ ...wrong, quantity: 1 }] }, ...Array(count).fill('X'))
  const draft = { ...stock, header, lines: Array(count).fill(wrong) }
  return changed(
    draft,
    inRecords('D', (record) => overwrite(record, 18, 'x')),
  )
}

/** What is wrong with amounts and articles. */
const ofContent = () => [
  changed(note({ totals: { units: 9, grossCents: 1_000, netCents: 1_000 } }), (record) => record),
  changed(note({ totals: { units: -9, grossCents: 1, netCents: -2 } }), (record) => record),
  changed(invoice('F1', [1_000]), (record) => record),
  changed({ ...invoice('F2', [500]), totals: { totalCents: 900 } }, (record) => record),
  changed(invoice('F3', [500, -700]), (record) => record),
  changed({ ...campre({ date: '2026-01-03' }), lines: [unnamed, unnamed] }, (record) => record),
  mailOf(note({ lines: [line(), line({ ...noCode, title: 'Un libro que nadie conoce' })] })),
  mailOf(note({ lines: [line({ ...noCode, title: 'El "libro", de 1', quantity: 2 })] })),
  mailOf(note({ lines: [line({ ...noCode, title: null })] })),
  mailOf(note({ lines: [line({ isbn: '978-84-00-00000-5', ean: null })] })),
  mailOf(note({ lines: [line({ isbn: null, ean: '9788400000005' })] })),
]

const noCode = { isbn: null, ean: null, reference: null }
const unnamed = {
  ...noCode,
  priceCents: 1_000,
  priceWithVatCents: 1_040,
  vatBasisPoints: 400,
  title: 'x',
  priceType: 'F',
}

const invoice = (number, amounts) => ({
  ...factul({ number }),
  dueDates: amounts.map((amountCents) => ({ paymentMethod: '1', amountCents, dueDate: '2026-05-01' })),
  totals: { totalCents: 1_000 },
})

/** What depends on the messages that arrived before. */
function afterOthers() {
  const twice = mailOf(note(), { messageId: '<twice@example.org>' })
  const again = mailOf(envio({ number: 'AGAIN' }))
  return [
    ...[again, mailOf(envio({ number: 'AGAIN', title: 'Con otro contenido' }))],
    ...[twice, twice],
    mailOf(campre({ date: '2026-04-01' })),
    mailOf(campre({ date: '2026-02-01' })),
    mailOf(pedido({ number: 'P1' })),
    mailOf(estado()),
    mailOf(libros()),
    mailOf(factul({ number: 'F9' })),
  ]
}

/** A message for each sentence about a message, plain and with values that are hard to tell from it. */
export const faultyMessages = () => [
  ...ofMail(),
  ...ofIdentification(),
  ...ofRecords(),
  ...ofContent(),
  ...afterOthers(),
]

export { note, mailOf }
