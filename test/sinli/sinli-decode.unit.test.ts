import { decode } from '../../src/sinli/decode.ts'
import { encode } from '../../src/sinli/encode.ts'
import { readValue } from '../../src/sinli/values.ts'
import { bookLine, bytes, codes, decodeChanged, file, latin1, overwrite, shipment } from '../support/sinli/sinli.ts'

describe('a SINLI file as it should be', () => {
  it('is decoded whole, with money in cents and dates in ISO', () => {
    const decoded = decode(encode(shipment))

    expect(decoded).toMatchObject({
      ok: true,
      document: 'ENVIO',
      version: '08',
      sender: 'LIB90001',
      receiver: 'L9000002',
      encoding: 'windows-1252',
      header: { customerName: 'Librería La Brújula', number: 'A-1001', date: '2024-03-05', shippingCents: 0 },
      totals: { units: 5, grossCents: 5000, netCents: 3500, totalCents: null },
      warnings: [],
      error: null,
      texts: [],
    })
    expect(decoded.lines).toEqual([
      expect.objectContaining({
        title: 'El año del tiburón',
        quantity: 2,
        priceCents: 1000,
        discountBasisPoints: 3000,
        line: 4,
      }),
      expect.objectContaining({
        title: 'Corazón de piedra',
        quantity: 3,
        vatBasisPoints: 400,
        orderCode: 'P77',
        line: 5,
      }),
    ])
  })

  it('gives the same answer each time it comes', () => {
    expect(decode(encode(shipment))).toEqual(decode(encode(shipment)))
  })
})

describe('padding and line ends', () => {
  const plain = decode(encode(shipment))

  it.each([
    ['NULs up to a multiple of 255', (all: string) => all.padEnd(Math.ceil(all.length / 255) * 255, '\0')],
    ['NULs right behind the last record', (all: string) => all.trimEnd() + '\0'.repeat(300)],
    ['blanks and blank lines', (all: string) => `${all}   \r\n\r\n        `],
    ['an end-of-file character', (all: string) => `${all}\x1a`],
    ['a byte order mark', (all: string) => `\xef\xbb\xbf${all}`],
    ['LF alone', (all: string) => all.replaceAll('\r\n', '\n')],
    ['CR alone', (all: string) => all.replaceAll('\r\n', '\r')],
    ['line ends of all sorts', (all: string) => all.replace('\r\n', '\n').replace('\r\n', '\r')],
    ['no line end behind the last record', (all: string) => all.trimEnd()],
  ])('makes no difference: %s', (_, change) => {
    const decoded = decode(bytes(change(latin1(encode(shipment)))))

    expect(decoded).toEqual(plain)
  })

  it('makes no difference: blank lines between the records, but that lines are counted as they stand', () => {
    const decoded = decode(file(shipment, (record) => record, '\r\n\r\n'))

    expect(decoded.lines.map(({ line }) => line)).toEqual([7, 9])
    expect(decoded.warnings).toEqual([])
  })

  it.each(['\r\n', ''])('makes no difference: every record padded to 1,255 bytes, each ending in %j', (end) => {
    const decoded = decode(file(shipment, (record) => record.padEnd(1255), end))

    expect(decoded).toEqual({ ...plain, header: plain.header })
  })
})

describe('records of another length', () => {
  it('are read as far as they go, with one warning for all', () => {
    const decoded = decodeChanged(shipment, (record) => record.slice(0, 170))

    expect(decoded.lines).toMatchObject([
      { quantity: 2, authors: 'Marín, Lucía', freePriceType: null },
      { quantity: 3 },
    ])
    expect(codes(decoded)).toEqual([['REGISTRO_CORTO', 4]])
  })

  it('are expected of an obsolete version', () => {
    const decoded = decode(file({ ...shipment, version: 6 }, (record) => record.slice(0, 170)))

    expect(decoded).toMatchObject({ version: '06', lines: [{ quantity: 2 }, { quantity: 3 }], warnings: [] })
  })

  it('are read with a warning where they are too long', () => {
    const decoded = decodeChanged(shipment, (record, line) => (line === 5 ? `${record} and more` : record))

    expect(decoded.lines).toHaveLength(2)
    expect(codes(decoded)).toEqual([['REGISTRO_LARGO', 5]])
  })

  it('may leave a required field blank, which is a warning', () => {
    const decoded = decode(encode({ ...shipment, lines: [bookLine({ title: null, quantity: 5 })] }))

    expect(decoded.lines).toMatchObject([{ title: null, quantity: 5 }])
    expect(codes(decoded)).toEqual([['CAMPO_VACIO', 4]])
  })
})

describe('numbers and dates', () => {
  const withQuantity = (text: string) =>
    decodeChanged(shipment, (record, line) => (line === 4 ? overwrite(record, 101, text) : record))

  it.each([
    ['    12', 12],
    ['12    ', 12],
    ['-00012', -12],
    ['-   12', -12],
    ['   -12', -12],
    ['000000', 0],
    ['      ', null],
    ['\x00\x00\x00\x0012', 12],
  ])('reads %j as %p', (text, quantity) => {
    expect(withQuantity(text).lines[0]?.quantity).toBe(quantity)
  })

  it('rejects the line where a number cannot be read, and only that one', () => {
    const decoded = withQuantity('0012A4')

    expect(decoded.lines).toMatchObject([{ title: 'Corazón de piedra', quantity: 3 }])
    expect(codes(decoded)).toEqual([
      ['LINEA_ILEGIBLE', 4],
      ['TOTALES_NO_CUADRAN', 6],
    ])
    expect(decoded.ok).toBe(true)
  })

  it('has an error where no line at all can be read', () => {
    const decoded = decodeChanged(shipment, (record) => (record.startsWith('D') ? overwrite(record, 101, 'A') : record))

    expect(decoded).toMatchObject({
      ok: false,
      error: { code: 'LONGITUD_REGISTRO' },
      lines: [],
      header: { number: 'A-1001' },
    })
  })

  it.each([
    ['20240229', '2024-02-29'],
    ['        ', null],
    ['00000000', null],
    ['       0', null],
    ['  /  /  ', null],
    ['99999999', null],
    ['99991231', null],
    ['20790606', null],
    ['19000101', null],
    ['19700101', null],
    ['01011970', null],
    ['01/01/70', null],
    ['70-01-01', null],
    ['19691231', null],
    ['19700102', '1970-01-02'],
    ['20240100', null],
  ])('reads the date %j as %p', (text, date) => {
    const decoded = decodeChanged(shipment, (record, line) => (line === 4 ? overwrite(record, 140, text) : record))

    expect(decoded.lines[0]).toMatchObject({ returnDeadline: date })
    expect(decoded.warnings).toEqual([])
  })

  it('reads the first day of a clock as no date in every layout and every type of date', () => {
    const fieldTypes = ['date', 'looseDate', 'month'] as const
    const written = ['19700101', '01011970', '01/01/1970', '1970-01-01', '01.01.70', '19691231', '19000101']
    for (const type of fieldTypes)
      for (const text of written) expect([type, text, readValue(type, text)]).toEqual([type, text, null])
    expect(readValue('month', '011970')).toBeNull()
    expect(readValue('month', '021970')).toBe('1970-02')
  })

  it.each(['20240230', '2024-1-1', 'mañana  '])('rejects the line where a date cannot be read: %s', (text) => {
    const decoded = decodeChanged(shipment, (record, line) => (line === 4 ? overwrite(record, 140, text) : record))

    expect(decoded.lines).toHaveLength(1)
    expect(codes(decoded)).toContainEqual(['LINEA_ILEGIBLE', 4])
  })

  it('keeps a header whose date cannot be read, without that date', () => {
    const decoded = decodeChanged(shipment, (record, line) => (line === 3 ? overwrite(record, 91, '32132024') : record))

    expect(decoded).toMatchObject({ ok: true, header: { number: 'A-1001', date: null } })
    expect(codes(decoded)).toEqual([['CAMPO_ILEGIBLE', 3]])
  })

  it.each(['     10,00', '      10.0', '0000010.00'])(
    'reads an amount with a written separator, with a warning: %j',
    (text) => {
      const decoded = decodeChanged(shipment, (record, line) => (line === 4 ? overwrite(record, 107, text) : record))

      expect(decoded.lines[0]?.priceCents).toBe(1000)
      expect(codes(decoded)).toEqual([['SEPARADOR_DECIMAL', 4]])
    },
  )
})

describe('what goes wrong around the records', () => {
  it.each([
    ['00006', []],
    ['00002', []],
    ['00000', []],
    ['     ', []],
    ['12345', [['RECUENTO_NO_CUADRA', 1]]],
  ])('takes a record count of %j for what it is worth', (count, expected) => {
    const decoded = decodeChanged(shipment, (record, line) => (line === 1 ? overwrite(record, 26, count) : record))

    expect(decoded.ok).toBe(true)
    expect(codes(decoded)).toEqual(expected)
  })

  it('leaves a record that no layout knows out, with a warning', () => {
    const decoded = decodeChanged(shipment, (record, line) => (line === 5 ? overwrite(record, 0, 'X') : record))

    expect(decoded.lines).toHaveLength(1)
    expect(codes(decoded)).toContainEqual(['REGISTRO_DESCONOCIDO', 5])
  })

  it('has an error where no record is known', () => {
    const decoded = decodeChanged(shipment, (record, line) => (line > 2 ? overwrite(record, 0, 'X') : record))

    expect(decoded).toMatchObject({ ok: false, error: { code: 'REGISTRO_DESCONOCIDO' }, sender: 'LIB90001' })
  })

  it('does not take a second, identical header for anything', () => {
    const twice = latin1(encode(shipment)).replace(/(C.*\r\n)/, '$1$1')

    const decoded = decode(bytes(twice))

    expect(decoded).toMatchObject({ ok: true, header: { number: 'A-1001' }, lines: [{}, {}] })
    expect(codes(decoded)).toEqual([['CABECERA_REPETIDA', 4]])
  })

  it('keeps the further headers of a file that holds several documents, and adds up what they state', () => {
    const second = { ...shipment, header: { ...shipment.header, number: 'A-1002' } }
    const both = latin1(encode(shipment)) + latin1(encode(second))

    const decoded = decode(bytes(both))

    expect(decoded).toMatchObject({
      header: { number: 'A-1001' },
      furtherHeaders: [{ number: 'A-1002' }],
      totals: { units: 10, grossCents: 10000, netCents: 7000 },
    })
    expect(codes(decoded)).toEqual([
      ['RECUENTO_NO_CUADRA', 1],
      ['CABECERA_REPETIDA', 7],
      ['VARIAS_CABECERAS', 9],
    ])
  })

  it('says where there is neither header nor line', () => {
    const decoded = decodeChanged({ ...shipment, lines: [], totals: {} }, (record, line) => (line > 2 ? '' : record))

    expect(decoded.ok).toBe(true)
    expect(codes(decoded).map(([code]) => code)).toEqual(expect.arrayContaining(['CABECERA_AUSENTE', 'SIN_LINEAS']))
  })

  it('tells no more than a thousand bad lines one by one', () => {
    const bad = bytes(`${latin1(encode(shipment))}${'X\r\n'.repeat(5000)}`)

    const { warnings, lines } = decode(bad)

    expect(lines).toHaveLength(2)
    expect(warnings.filter(({ code }) => code === 'REGISTRO_DESCONOCIDO')).toHaveLength(1001)
  })
})
