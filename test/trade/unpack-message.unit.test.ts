import fc from 'fast-check'
import { encode } from '../../src/sinli/encode.ts'
import { unpackMessage } from '../../src/trade/inbound/unpack-message.ts'
import { casesOf } from '../support/extent.ts'
import { envio, mail, pedido, subjectOf, type Attachment } from '../support/sinli/inbound.ts'

const sinli = encode(pedido())

const unpack = (attachments: Attachment[], subject = subjectOf(pedido())) =>
  unpackMessage({ contentType: 'message/rfc822', raw: mail({ subject, attachments }), declaredSubject: null })

const notes: Attachment[] = [
  ['ATT00001.txt', 'text/plain', 'Aviso legal.'],
  ['ATT00002.txt', 'text/plain', 'IMPORTANTE: este mensaje es confidencial.\r\n'],
  ['aviso.txt', 'application/octet-stream', 'INTERESADOS: lean esto.\r\n'],
  ['vacio.txt', 'text/plain', ''],
  ['winmail.dat', 'application/ms-tnef', '\x78\x9f\x3e\x22'],
  ['logo.png', 'image/png', 'PNG'],
  ['firma.p7s', 'application/pkcs7-signature', 'firma'],
].map(([name = '', type = '', text = '']) => ({ name, type, bytes: Buffer.from(text, 'latin1') }))

const sinliFile = fc.record({
  name: fc.constantFrom('PEDIDO.TXT', 'ATT00003.txt', 'I7A1763', 'winmail.dat'),
  type: fc.constantFrom('text/plain', 'application/octet-stream', 'text/html'),
  bytes: fc.constant(sinli),
})

describe('the SINLI file of a mail', () => {
  it('is the attachment that begins with line 1, whatever it is called and whatever notes stand beside it', () =>
    fc.assert(
      fc.asyncProperty(sinliFile, fc.subarray(notes), fc.nat(9), async (file, others, place) => {
        const attachments = others.toSpliced(place % (others.length + 1), 0, file)
        const { attachment, failure, hasLine1 } = await unpack(attachments)
        expect({ bytes: attachment && Buffer.from(attachment), failure, hasLine1 }).toEqual({
          ...{ bytes: Buffer.from(sinli), failure: null, hasLine1: true },
        })
      }),
      { numRuns: casesOf(50, 500) },
    ))

  it('is not chosen among several, of which none would be read', async () => {
    const files = [pedido(), envio()].map((draft) => ({ name: `${draft.document}.TXT`, bytes: encode(draft) }))
    expect(await unpack(files)).toMatchObject({ attachment: null, failure: { code: 'ADJUNTO_MULTIPLE' } })
    expect(await unpack(notes.slice(0, 2))).toMatchObject({ attachment: null, failure: { code: 'ADJUNTO_MULTIPLE' } })
  })

  it('is missing where a mail program has packed everything into a file of its own', async () => {
    const packed = { name: 'winmail.dat', bytes: Buffer.from('\x78\x9f\x3e\x22', 'latin1') }
    for (const type of ['application/ms-tnef', 'application/vnd.ms-tnef', 'application/octet-stream'])
      expect(await unpack([{ ...packed, type }])).toMatchObject({ failure: { code: 'ADJUNTO_AUSENTE' } })
  })
})
