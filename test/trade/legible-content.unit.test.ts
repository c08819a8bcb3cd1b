import fc from 'fast-check'
import { encode, type Draft } from '../../src/sinli/encode.ts'
import { traitsOf } from '../../src/sinli/layouts/traits.ts'
import { readLegible, type LegibleContent } from '../../src/trade/inbound/legible-content.ts'
import { casesOf } from '../support/extent.ts'
import { fastest } from '../support/processor-time.ts'
import { allLayouts, documentOf, draftOf } from '../support/sinli/any-drafts.ts'
import { envio, mail, mailOf, pedido, shop, stranger, supplier } from '../support/sinli/inbound.ts'
import { bookLine, bytes, file, latin1, overwrite, shipment } from '../support/sinli/sinli.ts'

const ofFile = (raw: Uint8Array, declaredSubject: string | null = null) =>
  readLegible({ contentType: 'text/plain', raw, declaredSubject })
const ofMail = (raw: Uint8Array) => readLegible({ contentType: 'message/rfc822', raw, declaredSubject: null })

it('reads something of any bytes', () =>
  fc.assert(
    fc.asyncProperty(
      fc.uint8Array({ maxLength: 2_000 }),
      fc.constantFrom('text/plain', 'message/rfc822'),
      fc.option(fc.string()),
      async (raw, contentType, declaredSubject) => {
        const { complete, parts } = await readLegible({ contentType, raw, declaredSubject })

        expect([complete, Array.isArray(parts)]).toEqual([false, true])
      },
    ),
  ))

/** What happens to the records of a file: which of them are damaged, and what the file is then. */
type Damage = { damaged: (index: number) => boolean; raw: Uint8Array }

const ends = (records: readonly string[]) => bytes(records.map((record) => `${record}\r\n`).join(''))
const garbage = fc.string({ unit: fc.constantFrom('\xb1', '\xf7', '\0', ' ', 'Q', '7'), minLength: 1, maxLength: 200 })

/** Ways to damage the records of a file, line 1 and line 2 among them, at a place that is any number. */
const damages: Record<string, (records: string[], place: number, text: string) => Damage> = {
  'ends in the middle': (records, place) => {
    const whole = ends(records)
    const length = place % whole.length
    const ended = (index: number) => ends(records.slice(0, index + 1)).length - 2
    return { damaged: (index) => ended(index) > length, raw: whole.subarray(0, length) }
  },
  'has a record that is cut': (records, place) => one(records, place, (record, at) => record.slice(0, at)),
  'has a record that is too long': (records, place, text) =>
    one(records, place, (record, at) => record.slice(0, at) + text + record.slice(at)),
  'has a record of nothing known': (records, place, text) => one(records, place, () => `Q${text}`),
  'has odd bytes in a record': (records, place, text) =>
    one(records, place, (record, at) => overwrite(record, at % Math.max(1, record.length - 1), text.slice(0, 1))),
  'is of an unknown version': (records) => ({
    damaged: () => false,
    raw: ends([overwrite(records[0] ?? '', 8, '99'), overwrite(records[1] ?? '', 107, '99'), ...records.slice(2)]),
  }),
  'has another type in line 1': (records) => ({
    damaged: () => false,
    raw: ends([overwrite(records[0] ?? '', 2, 'QQQQQQ'), ...records.slice(1)]),
  }),
  'is UTF-8': (records) => ({ damaged: () => false, raw: Buffer.from(latin1(ends(records)), 'utf8') }),
  'is UTF-16': (records) => ({
    damaged: () => false,
    raw: Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(latin1(ends(records)), 'utf16le')]),
  }),
}

// A file without line 1, line 2 and subject does not say what it is: only one of them is damaged.
function one(records: string[], place: number, change: (record: string, at: number) => string): Damage {
  const index = place % records.length
  const changed = records.map((record, other) =>
    other === index ? change(record, Math.floor(place / records.length) % Math.max(1, record.length)) : record,
  )
  return { damaged: (other) => other === index, raw: ends(changed) }
}

describe.each(Object.keys(damages))('of a file that %s, what is legible is read', (way) => {
  it.each(allLayouts)('%s %i', (document, version) =>
    fc.assert(
      fc.asyncProperty(draftOf(document, version), fc.nat(), garbage, async (draft, place, text) => {
        const records = latin1(encode(draft)).split('\r\n').slice(0, -1)
        const { damaged, raw } = damages[way]?.(records, place, text) ?? { damaged: () => true, raw: bytes('') }

        const legible = await ofFile(raw, subjectOf(draft))

        const { header, lines } = placesOf(draft, records)
        expect(legible.document).toMatchObject({ type: document })
        if (!damaged(header)) expectHeader(legible, draft)
        const intact = (draft.lines ?? []).filter((_, index) => !damaged(lines[index] ?? -1))
        expect(legible.parts).toEqual(expect.arrayContaining(intact.flatMap(partOf)))
      }),
      { numRuns: casesOf(8, 60) },
    ),
  )
})

const subjectOf = ({ document, version, sender, receiver }: Draft) =>
  `ESFANDE${sender}ESFANDE${receiver}${document.padEnd(6)}${String(version).padStart(2, '0')}FANDE`

/** The places of the header, which follows line 1 and line 2, and of the lines among the records of a file. */
function placesOf({ document }: Draft, records: readonly string[]) {
  const { detail } = documentOf(document)
  return {
    header: 2,
    lines: records.flatMap((record, index) => (index > 2 && record.startsWith(detail) ? [index] : [])),
  }
}

function expectHeader({ parts, document }: LegibleContent, { document: type, header = {} }: Draft) {
  const number = header[traitsOf(type).numberField ?? ''] ?? null
  expect(document.number).toBe(number)
  const [first] = parts.filter((part) => part.number === number && part.isbn === null)
  const names = [header['customerName'], header['supplierName'], header['senderName']]
  for (const name of names) expect(first?.text).toContain(name ?? '')
}

const partOf = ({ isbn, ean, title }: Record<string, unknown>) =>
  title === undefined && isbn === undefined
    ? []
    : [{ number: null, isbn: codeOf(isbn), ean: codeOf(ean), text: title ?? null }]

const codeOf = (code: unknown) => (typeof code === 'string' ? code.replace(/-/g, '') : null)

it('names what the file is and finds its number, parties, ISBN and title, if all of it can be read', async () => {
  const legible = await ofMail(mailOf(pedido({ number: '00063646', title: 'El año del tiburón' })))

  expect(legible).toEqual({
    complete: true,
    document: {
      type: 'PEDIDO',
      version: '07',
      sender: shop,
      receiver: supplier,
      number: '00063646',
      date: new Date('2026-03-01T00:00:00Z'),
    },
    parts: [
      {
        number: '00063646',
        isbn: null,
        ean: null,
        text: `Librería inventada · Proveedor inventado · ${shop} · ${supplier}`,
      },
      { number: null, isbn: '9788400000004', ean: '9788400000004', text: 'El año del tiburón' },
    ],
  })
})

it('an order whose header is lost is known by the number in its lines', async () => {
  const raw = file(pedido({ number: 'P-77' }), (record, line) => (line === 3 ? '' : record))

  const { document, complete } = await ofFile(raw)

  expect([document.number, complete]).toEqual(['P-77', false])
})

it('files of an e-mail that has several are all read', async () => {
  const files = ['A-1', 'A-2'].map((number) => ({ name: `${number}.txt`, bytes: encode(envio({ number })) }))

  const { parts } = await ofMail(mail({ attachments: files }))

  expect(parts.flatMap(({ number }) => number ?? [])).toEqual(['A-1', 'A-2'])
})

it('of more records than any document has, in one file or in several, only the first are read', async () => {
  const [whole, many] = [Buffer.from(encode(envio({ number: 'A-1' }))), Buffer.from('D\r\n'.repeat(100_000))]
  const bytes = Buffer.concat([whole, many])
  const named = (number: string, content: Uint8Array) => ({ name: `${number}.txt`, bytes: content })
  const third = named('A-2', encode(envio({ number: 'A-2' })))

  const ofOne = await ofFile(bytes)
  const ofSeveral = await ofMail(mail({ attachments: [named('A-1', bytes), named('A-1', bytes), third] }))

  for (const { complete, parts } of [ofOne, ofSeveral])
    expect([complete, parts.flatMap(({ number }) => number ?? [])]).toEqual([false, ['A-1']])
})

it('an e-mail without a file is known by its subject, with both parties', async () => {
  const { document, parts, complete } = await ofMail(mailOf(envio({ sender: stranger }), { attachments: [] }))

  expect(document).toMatchObject({ type: 'ENVIO', version: '08', sender: stranger, receiver: shop, number: null })
  expect([parts.map(({ text }) => text), complete]).toEqual([[`${stranger} · ${shop}`], false])
})

it.each([
  ['a line is cut before its title', (record: string, line: number) => (line === 4 ? record.slice(0, 40) : record)],
  ['a record is unknown', (record: string, line: number) => (line === 4 ? `Q${record}` : record)],
  ['a line end is lost', (record: string, line: number) => (line === 4 ? record + record : record)],
  ['a quantity is unreadable', (record: string, line: number) => (line === 4 ? overwrite(record, 101, 'QQQ') : record)],
  [
    'the version is unknown',
    (record: string, line: number) => (line > 2 ? record : overwrite(record, line === 1 ? 8 : 107, '99')),
  ],
])('a file is not completely read if %s', async (_why, change) => {
  const [whole, damaged] = [await ofFile(file(shipment)), await ofFile(file(shipment, change))]

  expect([whole.complete, damaged.complete]).toEqual([true, false])
})

it('takes twice as long for twice as many damaged lines', async () => {
  const ofLines = (count: number) =>
    file(
      { ...shipment, lines: Array.from({ length: count }, (_, index) => bookLine({ title: `Tomo ${index}` })) },
      (record, line) => (line % 3 === 0 ? `Q${record}` : overwrite(record, 101, 'QQQ')),
    )
  const [once, sixteenTimes] = [ofLines(600), ofLines(9_600)]
  await ofFile(once)

  expect((await fastest(() => ofFile(sixteenTimes))) / (await fastest(() => ofFile(once)))).toBeLessThan(16 * 4)
})
