import fc from 'fast-check'
import { decode } from '../../src/sinli/decode.ts'
import { encode } from '../../src/sinli/encode.ts'
import { detectEncoding, toBytes, toText } from '../../src/sinli/encoding.ts'
import { bookLine, bytes, codes, decodeChanged, latin1, overwrite, shipment } from '../support/sinli/sinli.ts'

const inEncoding = (text: string, encoding: 'windows-1252' | 'cp850') => detectEncoding(toBytes(text, encoding))

const words = [
  'El año de la cigüeña',
  'CIGÜEÑA DE MÁLAGA',
  '¿Quién sabe?',
  "L'àvia i la col·lecció",
  'Ángeles',
  '1ª edición',
  'BARÇA',
  'Garcia í Núñez',
]

describe('the encoding of a file', () => {
  it.each(words)('is told by the letters its bytes would spell: %s', (text) => {
    expect(inEncoding(text, 'windows-1252')).toBe('windows-1252')
    expect(inEncoding(text, 'cp850')).toBe('cp850')
  })

  it('is ascii where there is nothing to tell it by', () => {
    expect(detectEncoding(bytes('Nothing but ASCII'))).toBe('ascii')
  })

  it.each([
    ['É or Ú', 'caf\xe9'],
    ['¡ or í at the end of a word', 'hola\xa1'],
    ['quotes or ô and ö', '\x93Hola\x94'],
    ['a dash or û', 'Madrid \x96 Sevilla'],
    ['an ellipsis or à', 'Hasta que\x85 '],
    ['à or Ó', 'CORAZ\xe0N'],
    ['an apostrophe or Æ', 'l\x92home'],
    ['blanks that do not break', 'Madrid\xa0\xa0\xa0'],
  ])('is Windows-1252 in doubt: %s', (_, text) => {
    expect(detectEncoding(bytes(text))).toBe('windows-1252')
  })

  it('is told by where a letter stands: A1 is í inside a word, and ¡ before one', () => {
    expect(detectEncoding(bytes('Garc\xa1a'))).toBe('cp850')
    expect(detectEncoding(bytes('\xa1Hola!'))).toBe('windows-1252')
  })

  it('decides for the whole file', () => {
    const decoded = decode(encode({ ...shipment, encoding: 'cp850' }))

    expect(decoded).toMatchObject({ encoding: 'cp850', header: { customerName: 'Librería La Brújula' }, warnings: [] })
    expect(decoded.lines[0]?.title).toBe('El año del tiburón')
  })

  it('does not move the fields that follow an accent', () => {
    const decoded = decode(encode({ ...shipment, lines: [bookLine({ title: 'áéíóúñÑçàèòü·ª€“”', quantity: 5 })] }))

    expect(decoded.lines).toMatchObject([{ title: 'áéíóúñÑçàèòü·ª€“”', quantity: 5, priceCents: 1000 }])
  })

  it('reads UTF-8 that is so beyond doubt, with a warning', () => {
    const text = latin1(encode(shipment))

    const decoded = decode(new TextEncoder().encode(`\ufeff${text}`))

    expect(decoded).toMatchObject({ encoding: 'windows-1252', header: { customerName: 'Librería La Brújula' } })
    expect(decoded.lines).toMatchObject([{ title: 'El año del tiburón', quantity: 2 }, {}])
    expect(codes(decoded)).toEqual([['CODIFICACION_UTF8', null]])
  })

  it.each([
    ['little', 'utf16le'],
    ['big', 'utf16be'],
  ])('reads UTF-16 with a byte order mark, with a warning: %s end first', (_, order) => {
    const file = Buffer.from(`\ufeff${latin1(encode(shipment))}`, 'utf16le')

    const decoded = decode(order === 'utf16be' ? file.swap16() : file)

    const { lines, header } = decode(encode(shipment))
    expect(decoded).toMatchObject({ ok: true, encoding: 'windows-1252', header, lines })
    expect(codes(decoded)).toEqual([['CODIFICACION_UTF16', null]])
  })

  it.each(['windows-1252', 'cp850'] as const)(
    'has one character for each byte from a blank on, and back: %s',
    (encoding) => {
      const all = Uint8Array.from({ length: 0xe0 }, (_, index) => index + 0x20)

      const text = toText(all, 0, all.length, encoding)

      expect(text).toHaveLength(all.length)
      expect(toBytes(text, encoding)).toEqual(all)
      expect(toText(bytes('\x80\x9c'), 0, 2, encoding)).toBe(encoding === 'cp850' ? 'Ç£' : '€œ')
    },
  )

  it('is the one in which the words were written, in any combination', () =>
    fc.assert(
      fc.property(fc.subarray(words, { minLength: 1 }), fc.constantFrom('windows-1252', 'cp850'), (some, encoding) => {
        expect(inEncoding(some.join(' '), encoding)).toBe(encoding)
      }),
    ))
})

describe('escaped text', () => {
  it('is read as what it stands for, where the record then has its length', () => {
    const shifted = (record: string, line: number) => (line === 4 ? record.replace('El a\xf1o', 'El a\\F1o') : record)

    const decoded = decodeChanged(shipment, shifted)

    expect(decoded.lines).toMatchObject([
      { title: 'El año del tiburón', quantity: 2, priceCents: 1000 },
      { quantity: 3 },
    ])
    expect(codes(decoded)).toEqual([['TEXTO_REPARADO', 4]])
  })

  it('may stand more than once in a record', () => {
    const twice = (record: string, line: number) =>
      line === 4 ? record.replace('\xf1', '\\F1').replace('\xf3', '\\f3') : record

    expect(decodeChanged(shipment, twice).lines[0]).toMatchObject({ title: 'El año del tiburón', quantity: 2 })
  })

  it('costs the line where its length fits neither way', () => {
    const broken = (record: string, line: number) =>
      line === 4 ? record.replace('El a\xf1o', 'El a\\F1o').slice(0, -1) : record

    const decoded = decodeChanged(shipment, broken)

    expect(decoded.lines).toMatchObject([{ title: 'Corazón de piedra', quantity: 3 }])
    expect(codes(decoded)).toContainEqual(['TEXTO_ESCAPADO', 4])
  })

  it('is left alone where it has not shifted anything', () => {
    const decoded = decodeChanged(shipment, (record, line) =>
      line === 4 ? overwrite(record, 51, 'EXTRA\\D1O  ') : record,
    )

    expect(decoded.lines[0]).toMatchObject({ title: expect.stringContaining('EXTRA\\D1O'), quantity: 2 })
    expect(decoded.warnings).toEqual([])
  })

  it('does no harm in the last field', () => {
    const decoded = decode(encode({ ...shipment, texts: [{ text: 'EXTRA\\D1O y 1\\AA' }] }))

    expect(decoded.texts).toMatchObject([{ text: 'EXTRAÑO y 1ª' }])
  })
})
