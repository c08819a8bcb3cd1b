import { decode } from '../../src/sinli/decode.ts'
import { encode } from '../../src/sinli/encode.ts'
import { type Fields } from '../../src/sinli/values.ts'
import { bookLine, codes, shipment } from '../support/sinli/sinli.ts'

const decodedLine = (fields: Fields) => {
  const decoded = decode(encode({ ...shipment, lines: [bookLine({ ...fields, quantity: 5 })] }))
  const [line] = decoded.lines
  return {
    article: line?.article,
    identifiedBy: line?.identifiedBy,
    isbn: line?.isbn,
    codes: codes(decoded).map(([code]) => code),
  }
}

describe('an article', () => {
  it.each([
    ['hyphenated', '978-84-9000-001-4', '9788490000014'],
    ['plain', '9788490000014', '9788490000014'],
    ['of ten digits', '84-9000-001-8', '9788490000014'],
    ['of ten digits with an X', '84-376-0494-X', '9788437604947'],
    ['of 979', '979-13-87000-00-4', '9791387000004'],
  ])('is known by its ISBN, %s', (_, isbn, article) => {
    expect(decodedLine({ isbn, ean: null })).toMatchObject({ article, identifiedBy: 'isbn', isbn })
  })

  it.each([
    ['the ISBN is blank', null, '9788490000014'],
    ['the ISBN is a code of the supplier', 'LAP-0034', '8400000000017'],
    ['the check digit of the ISBN is wrong', '978-84-9000-001-9', '9788490000014'],
    ['the EAN has an addendum', null, '978849000001400012'],
  ])('is known by the first 13 of its EAN where %s', (_, isbn, ean) => {
    expect(decodedLine({ isbn, ean })).toMatchObject({ article: ean.slice(0, 13), identifiedBy: 'ean' })
  })

  it('is known by an EAN that stands in the place of the ISBN', () => {
    expect(decodedLine({ isbn: '8400000000017', ean: null })).toMatchObject({
      article: '8400000000017',
      identifiedBy: 'ean',
    })
  })

  it.each([
    [{ isbn: null, ean: null, reference: 'F1' }, 'LIB90001/F1'],
    [{ isbn: '0000000000000', ean: '0000000000000', reference: 'F1' }, 'LIB90001/F1'],
    [{ isbn: 'LAP-0034', ean: null, reference: null }, 'LIB90001/LAP-0034'],
    [{ isbn: null, ean: '8400000000012', reference: null }, 'LIB90001/8400000000012'],
  ])('is known by what its sender calls it, where it has no number of its own: %j', (fields, article) => {
    expect(decodedLine(fields)).toMatchObject({ article, identifiedBy: 'reference' })
  })

  it('is kept, with a warning, where nothing identifies it', () => {
    const line = decodedLine({ isbn: null, ean: null, reference: '000' })

    expect(line).toMatchObject({ article: null, identifiedBy: null })
    expect(line.codes).toContain('ARTICULO_NO_IDENTIFICADO')
  })

  it.each([
    [{ isbn: '978-84-9000-001-9' }, 'ISBN_INVALIDO'],
    [{ isbn: '84-9000-001-9' }, 'ISBN_INVALIDO'],
    [{ ean: '9788490000019' }, 'EAN_INVALIDO'],
  ])('has a warning where a check digit is wrong: %j', (fields, code) => {
    expect(decodedLine(fields).codes).toEqual([code])
  })
})
