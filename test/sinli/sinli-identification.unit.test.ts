import { decode } from '../../src/sinli/decode.ts'
import { encode } from '../../src/sinli/encode.ts'
import { formatSubject, parseSubject } from '../../src/sinli/identification/subject.ts'
import { bytes, codes, decodeChanged, latin1, overwrite, shipment } from '../support/sinli/sinli.ts'

const subject = 'ESFANDELIB90001ESFANDEL9000002ENVIO 08FANDE'

describe('the subject of a message', () => {
  const said = { sender: 'LIB90001', receiver: 'L9000002', document: 'ENVIO', version: '08' }

  it('has 43 characters and says who sends what to whom', () => {
    expect(subject).toHaveLength(43)
    expect(parseSubject(subject)).toEqual(said)
    expect(formatSubject(said)).toBe(subject)
  })

  it.each([
    `Fwd: ${subject}`,
    `  ${subject}  `,
    `[SPAM] RE: ${subject} (1)`,
    subject.toLowerCase(),
    subject.replace(' ', ''),
  ])('is found wherever it stands: %j', (text) => {
    expect(parseSubject(text)).toEqual(said)
  })

  it.each([
    ['ESFANDE        ESFANDEL9000002ENVIO 08FANDE', { ...said, sender: null }],
    ['ESFANDE ESFANDEL9000002ENVIO 08FANDE', { ...said, sender: null }],
    ['ESFANDELIB90001ESFANDE        LIBROS09FANDE', { ...said, receiver: null, document: 'LIBROS', version: '09' }],
    ['ESFANDELIB90001ESFANDELIBROS09FANDE', { ...said, receiver: null, document: 'LIBROS', version: '09' }],
  ])('may leave a party blank, even where the blanks were lost on the way: %j', (text, expected) => {
    expect(parseSubject(text)).toEqual(expected)
  })

  it.each(['', 'Pedido de marzo', subject.slice(0, -5), subject.replace('08', 'v8')])('is not one: %j', (text) => {
    expect(parseSubject(text)).toBeNull()
  })
})

describe('who sent what to whom', () => {
  const blankSender = (record: string, line: number) => (line === 1 ? overwrite(record, 10, '        ') : record)

  it('is taken from the subject where line 1 is blank', () => {
    const decoded = decodeChanged(shipment, blankSender, { subject })

    expect(decoded).toMatchObject({ ok: true, sender: 'LIB90001', receiver: 'L9000002' })
    expect(codes(decoded)).toEqual([['EMISOR_AUSENTE', 1]])
  })

  it('is not known where no place says it', () => {
    const decoded = decodeChanged(shipment, blankSender)

    expect(decoded).toMatchObject({ ok: true, sender: null, receiver: 'L9000002' })
    expect(codes(decoded)).toEqual([['EMISOR_AUSENTE', 1]])
  })

  it('is what line 1 says where the subject says otherwise', () => {
    const decoded = decode(encode(shipment), { subject: subject.replace('LIB90001', 'LIB90009') })

    expect(decoded).toMatchObject({ ok: true, sender: 'LIB90001', identification: { subject: { sender: 'LIB90009' } } })
    expect(codes(decoded)).toEqual([['IDENTIFICACION_INCOHERENTE', null]])
  })

  it('is kept with an error where the subject is not one', () => {
    const decoded = decode(encode(shipment), { subject: 'Envío de marzo' })

    expect(decoded).toMatchObject({
      ok: false,
      error: { code: 'ASUNTO_INVALIDO' },
      sender: 'LIB90001',
      lines: [{}, {}],
    })
  })
})

describe('the version and the type of a document', () => {
  it('are those of line 1, with a warning where line 2 says otherwise', () => {
    const decoded = decodeChanged(shipment, (record, line) => (line === 2 ? overwrite(record, 107, '07') : record))

    expect(decoded).toMatchObject({ ok: true, version: '08' })
    expect(codes(decoded)).toEqual([['VERSION_INCOHERENTE', null]])
  })

  it('are known without line 2', () => {
    const decoded = decode(bytes(latin1(encode(shipment)).replace(/\r\n.*\r\n/, '\r\n')))

    expect(decoded).toMatchObject({ ok: true, lines: [{ line: 3 }, { line: 4 }], header: { number: 'A-1001' } })
    expect(codes(decoded)).toContainEqual(['IDENTIFICACION_INCOMPLETA', 2])
  })

  it('are known from line 2 without line 1, and the parties from the subject', () => {
    const decoded = decode(bytes(latin1(encode(shipment)).replace(/^.*\r\n/, '')), { subject })

    expect(decoded).toMatchObject({ ok: true, document: 'ENVIO', version: '08', sender: 'LIB90001', lines: [{}, {}] })
    expect(codes(decoded).map(([code]) => code)).toContain('IDENTIFICACION_INCOMPLETA')
  })

  it('are known from the subject alone', () => {
    const decoded = decode(bytes(latin1(encode(shipment)).replace(/^.*\r\n.*\r\n/, '')), { subject })

    expect(decoded).toMatchObject({ ok: true, document: 'ENVIO', version: '08', lines: [{}, {}] })
  })

  it('cannot be told without any of them', () => {
    expect(decode(bytes('C Some other file\r\n'))).toMatchObject({
      ok: false,
      document: null,
      error: { code: 'REGISTRO_DESCONOCIDO' },
    })
    expect(decode(bytes('\0\0  \r\n'))).toMatchObject({ ok: false, error: { code: 'LONGITUD_REGISTRO' } })
  })

  it('are told of a type we do not decode, with who sent it', () => {
    const decoded = decodeChanged(shipment, (record) => record.replace('ENVIO ', 'FACTUE'))

    expect(decoded).toMatchObject({
      ok: false,
      document: 'FACTUE',
      version: '08',
      sender: 'LIB90001',
      receiver: 'L9000002',
      lines: [],
      error: { code: 'TIPO_NO_SOPORTADO' },
    })
  })

  it('are refused where the version is newer than we know', () => {
    const decoded = decodeChanged(shipment, (record) => record.replace('ENVIO 08', 'ENVIO 09'))

    expect(decoded).toMatchObject({ ok: false, version: '09', error: { code: 'VERSION_NO_SOPORTADA' }, lines: [] })
  })

  it('are read as another place says where line 1 has a version nobody knows', () => {
    const decoded = decodeChanged(shipment, (record, line) => (line === 1 ? overwrite(record, 8, '80') : record))

    expect(decoded).toMatchObject({ ok: true, version: '80', lines: [{ quantity: 2 }, { quantity: 3 }] })
  })
})
