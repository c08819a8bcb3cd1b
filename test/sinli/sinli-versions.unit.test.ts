import { decode } from '../../src/sinli/decode.ts'
import { type Draft, encode } from '../../src/sinli/encode.ts'
import { type Fields } from '../../src/sinli/values.ts'
import { bytes, codes, decodeChanged, file, latin1, overwrite } from '../support/sinli/sinli.ts'

const card: Fields = {
  ean: '9788490000014',
  isbn: '978-84-9000-001-4',
  title: 'El año del tiburón',
  binding: 2,
  pages: 250,
  publicationMonth: '2024-03',
  status: 0,
  priceCents: 1000,
  priceWithVatCents: 1040,
  vatBasisPoints: 400,
  priceType: 'F',
  coverImage: 'U',
  weightGrams: 320,
  url: 'https://editorial.example/tiburon.jpg',
  regions: '01/02',
  saleDate: '2024-03-05',
  availabilityDate: '2024-03-06',
  ibicSubjects: 'FA;FB',
  synopsis: 'Una novela.',
}

const catalogue: Draft = {
  document: 'LIBROS',
  sender: 'LIB90001',
  receiver: 'L9000002',
  header: { supplierName: 'Editorial Pez', currency: 'E' },
  lines: [card, { ...card, title: 'Corazón de piedra' }],
}

const catalogueOfOne: Draft = { ...catalogue, version: 8, lines: [card] }

describe('LIBROS, whose records have no type', () => {
  it.each([
    [5, 717, ['url']],
    [7, 1875, ['url', 'regions', 'saleDate', 'availabilityDate', 'ibicSubjects', 'weightGrams']],
    [8, 3000, ['url', 'regions', 'saleDate', 'availabilityDate', 'ibicSubjects', 'weightGrams', 'synopsis']],
    [9, 2800, ['url', 'regions', 'saleDate', 'availabilityDate', 'ibicSubjects', 'weightGrams', 'synopsis']],
  ])('is read in version %i, of %i bytes', (version, length, others) => {
    const records = encode({ ...catalogue, version })

    const { lines, ok } = decode(records)

    expect(latin1(records).split('\r\n')[3]).toHaveLength(length)
    expect(ok).toBe(true)
    expect(lines).toHaveLength(2)
    for (const name of ['title', 'priceCents', 'publicationMonth', ...others])
      expect(lines[0]?.[name]).toEqual(card[name])
  })

  it.each([4, 6])('is read as far as all versions agree in version %i', (version) => {
    const decoded = decode(
      file({ ...catalogue, version: 9 }, (record) => record.replace('LIBROS09', `LIBROS0${version}`).slice(0, 1000)),
    )

    expect(decoded).toMatchObject({ ok: true, lines: [{ title: 'El año del tiburón', priceCents: 1000 }, {}] })
    expect(decoded.lines[0]).not.toHaveProperty('url')
    expect(codes(decoded)).toContainEqual(['VERSION_PARCIAL', null])
  })

  it('is read as its length says where that is the length of another version', () => {
    const decoded = decode(file({ ...catalogue, version: 8 }, (record) => record.replace('LIBROS08', 'LIBROS09')))

    expect(decoded).toMatchObject({ version: '09', lines: [{ saleDate: '2024-03-05', synopsis: 'Una novela.' }, {}] })
    expect(codes(decoded)).toContainEqual(['VERSION_SEGUN_LONGITUD', null])
  })

  it('does not take a second header for a book', () => {
    const decoded = decode(bytes(latin1(encode(catalogue)).replace(/(C.*\r\n)/, '$1$1')))

    expect(decoded.lines).toHaveLength(2)
    expect(codes(decoded)).toContainEqual(['CABECERA_REPETIDA', 4])
  })

  it('knows a book whose code begins with a C, and one without any code', () => {
    const lines = [
      { ...card, ean: 'CAT0001', isbn: null },
      { ...card, ean: null, isbn: null, reference: 'R1' },
    ]

    expect(decode(encode({ ...catalogue, lines })).lines).toMatchObject([
      { ean: 'CAT0001' },
      { ean: null, reference: 'R1' },
    ])
  })

  it('knows a book whose code has blanks in it by its prices', () => {
    const lines = [{ ...card, ean: null, isbn: 'CAT 2024 1' }]

    expect(decode(encode({ ...catalogue, lines })).lines).toMatchObject([{ isbn: 'CAT 2024 1', priceCents: 1000 }])
  })

  it('does not take the rest of a summary with a line end in it for a book', () => {
    const decoded = decode(
      bytes(latin1(encode(catalogue)).replace('Una novela.', `Una\r\n${'novela que sigue en otra '.repeat(5)}`)),
    )

    expect(decoded.lines).toMatchObject([{ synopsis: 'Una' }, { title: 'Corazón de piedra' }])
    expect(codes(decoded)).toContainEqual(['REGISTRO_DESCONOCIDO', 5])
  })

  it('keeps a book whose weight cannot be read, and rejects one whose price cannot', () => {
    const weight = decodeChanged(catalogue, (record, line) => (line === 4 ? overwrite(record, 1131, '0,3 kg') : record))
    const price = decodeChanged(catalogue, (record, line) =>
      line === 4 ? overwrite(record, 589, 'gratis    ') : record,
    )

    expect(weight.lines).toMatchObject([{ weightGrams: null, priceCents: 1000 }, {}])
    expect(codes(weight)).toContainEqual(['CAMPO_ILEGIBLE', 4])
    expect(price.lines).toMatchObject([{ title: 'Corazón de piedra' }])
    expect(codes(price)).toContainEqual(['LINEA_ILEGIBLE', 4])
  })
})

/** A card of LIBROS 08 without its dates, in which the URL stands at 1,667 and the synopsis follows it: 2,991 bytes. */
const withoutDates = (record: string) => record.slice(0, 1660) + ' '.repeat(7) + record.slice(1676)

describe('a card of LIBROS 08 without its dates, of 2,991 bytes', () => {
  const complete: Draft = { ...catalogue, version: 8 }

  it('is decoded completely, with a warning', () => {
    const shifted = file(complete, (record, line) => (line > 3 ? withoutDates(record) : record))

    const decoded = decode(shifted)

    expect(latin1(shifted).split('\r\n')[3]).toHaveLength(2991)
    expect(decoded).toMatchObject({ ok: true, error: null, version: '08' })
    const expected = decode(encode(complete)).lines.map((line) => ({ ...line, saleDate: null, availabilityDate: null }))
    expect(decoded.lines).toEqual(expected)
    expect(codes(decoded)).toContainEqual(['REGISTRO_DESPLAZADO', 4])
    expect(codes(decoded)).not.toContainEqual(['LINEA_ILEGIBLE', expect.anything()])
  })

  it('is decoded among others that have them', () => {
    const decoded = decodeChanged(complete, (record, line) => (line === 5 ? withoutDates(record) : record))

    expect(decoded.lines).toMatchObject([
      { saleDate: '2024-03-05', url: card.url, synopsis: 'Una novela.' },
      { saleDate: null, url: card.url, synopsis: 'Una novela.' },
    ])
    expect(codes(decoded)).toContainEqual(['REGISTRO_DESPLAZADO', 5])
  })

  it.each([
    ['no URL stands there', (record: string) => overwrite(withoutDates(record), 1667, 'sin dirección')],
    ['another number cannot be read either', (record: string) => overwrite(withoutDates(record), 589, 'gratis    ')],
    ['it is longer than that', (record: string) => `${withoutDates(record)}${'x'.repeat(20)}`],
  ])('is left out as before where %s', (_, change) => {
    const decoded = decodeChanged(complete, (record, line) => (line === 4 ? change(record) : record))

    expect(decoded.lines).toMatchObject([{ title: 'Corazón de piedra' }])
    expect(codes(decoded)).toContainEqual(['LINEA_ILEGIBLE', 4])
    expect(codes(decoded)).not.toContainEqual(['REGISTRO_DESPLAZADO', 4])
  })
})

describe('CAMPRE', () => {
  const price = {
    isbn: '978-84-9000-001-4',
    ean: '9788490000014',
    reference: 'F1',
    priceCents: 1000,
    priceWithVatCents: 1040,
    vatBasisPoints: 400,
  }
  const titled = { ...price, title: 'El año del tiburón', priceType: 'F' }
  const prices = (version: number, line: Fields): Draft => ({
    document: 'CAMPRE',
    version,
    sender: 'LIB90001',
    receiver: 'L9000002',
    header: { supplierName: 'Editorial Pez', date: '2024-03-05', currency: 'E' },
    lines: [line],
  })

  it('03 has a title of 50', () => {
    expect(decode(encode(prices(3, titled)))).toMatchObject({ version: '03', lines: [titled], warnings: [] })
  })

  it('02 has a title of 40, in 117 bytes', () => {
    expect(decode(encode(prices(2, titled)))).toMatchObject({ version: '02', lines: [titled], warnings: [] })
  })

  it('02 has none, in 76 bytes', () => {
    const decoded = decode(file(prices(2, titled), (record, line) => (line > 3 ? record.slice(0, 76) : record)))

    expect(decoded).toMatchObject({ lines: [{ ...price, title: null, priceType: null }], warnings: [] })
  })

  it('02 is known by its length under another name', () => {
    const decoded = decode(file(prices(2, titled), (record) => record.replace('CAMPRE02', 'CAMPRE03')))

    expect(decoded.lines).toMatchObject([titled])
    expect(codes(decoded)).toContainEqual(['VERSION_SEGUN_LONGITUD', null])
  })
})

describe('the length of a record', () => {
  it.each(['\0'.repeat(100), '\x1a', '\x1a\0\0'])('does not count what fills up the file behind it: %j', (filler) => {
    const records = latin1(encode(catalogueOfOne)).replaceAll('LIBROS08', 'LIBROS09').trimEnd()

    const decoded = decode(bytes(records.padEnd(records.lastIndexOf('\n') + 1 + 3000) + filler))

    expect(codes(decoded)).toContainEqual(['VERSION_SEGUN_LONGITUD', null])
  })
})

describe('DEVOLU', () => {
  it('03 adds the collection order to what 02 has', () => {
    const draft: Draft = {
      document: 'DEVOLU',
      sender: 'LIB90001',
      receiver: 'L9000002',
      header: { number: 'D1', collectionOrder: 'R77' },
    }

    expect(decode(encode({ ...draft, version: 3 })).header).toMatchObject({ number: 'D1', collectionOrder: 'R77' })
    expect(decode(encode({ ...draft, version: 2, header: { number: 'D1' } })).header).toMatchObject({
      number: 'D1',
      collectionOrder: null,
    })
  })
})
