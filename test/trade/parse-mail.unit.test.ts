import fc from 'fast-check'
import { parseMail } from '../../src/trade/inbound/parse-mail.ts'
import { casesOf } from '../support/extent.ts'

type Part = { name: string; bytes: Buffer; encoding: 'base64' | '7bit'; type: string; disposition: string | null }
type Shape = { levels: number; isClosed: boolean; parts: Part[]; hasBody: boolean }

const part: fc.Arbitrary<Part> = fc.record({
  name: fc.constantFrom('PEDIDO.TXT', 'envio 1.dat', 'sin-extension'),
  bytes: fc
    .tuple(fc.string({ unit: fc.constantFrom('A', 'b', '1', ' '), maxLength: 90 }), fc.constantFrom(0, 1, 40, 4_000))
    .map(([line, times]) => Buffer.from(`C${line}|\r\n`.repeat(times))),
  encoding: fc.constantFrom('base64', '7bit'),
  type: fc.constantFrom('text/plain', 'application/octet-stream'),
  disposition: fc.constantFrom('attachment', 'inline', null),
})

const shape: fc.Arbitrary<Shape> = fc.record({
  levels: fc.nat(2),
  isClosed: fc.boolean(),
  parts: fc.array(part, { minLength: 1, maxLength: 3 }),
  hasBody: fc.boolean(),
})

describe('the attachments of a mail', () => {
  it('are found complete and in order, as the whole mail or in parts that no boundary closes', async () => {
    await fc.assert(
      fc.asyncProperty(shape, async (mail) => {
        const parts = mail.levels === 0 ? mail.parts.slice(0, 1) : mail.parts
        const { subject, attachments } = await parseMail(writeMail({ ...mail, parts }))
        expect(subject).toBe('Pedido')
        expect(attachments.map(({ name, bytes }) => [name, withoutLastLineEnd(bytes)])).toEqual(
          parts.map(({ name, bytes }) => [name, withoutLastLineEnd(bytes)]),
        )
      }),
      { numRuns: casesOf(60, 1_000) },
    )
  })
})

// The line end before a boundary belongs to the boundary, and some senders leave out the last one.
const withoutLastLineEnd = (bytes: Buffer) => bytes.toString('latin1').replace(/\r?\n$/, '')

/** The mail itself is the attachment at level 0; above, its parts are in entities of parts, one in another. */
function writeMail({ levels, isClosed, parts, hasBody }: Shape): Buffer {
  const lines = ['From: a@example.org', 'Subject: Pedido', 'MIME-Version: 1.0']
  const body = hasBody ? [['Content-Type: text/plain', '', 'Adjuntamos fichero.']] : []
  const content = levels === 0 ? parts.flatMap(linesOf) : multipart(levels, isClosed, [...body, ...parts.map(linesOf)])
  return Buffer.from([...lines, ...content].join('\r\n'))
}

function multipart(level: number, isClosed: boolean, entities: string[][]): string[] {
  const inner = level > 1 ? [multipart(level - 1, isClosed, entities)] : entities
  return [
    `Content-Type: multipart/mixed; boundary=level${level}`,
    '',
    ...inner.flatMap((lines) => [`--level${level}`, ...lines]),
    ...(isClosed ? [`--level${level}--`, ''] : []),
  ]
}

const linesOf = ({ name, bytes, encoding, type, disposition }: Part): string[] => [
  `Content-Type: ${type}; name="${name}"`,
  ...(disposition === null ? [] : [`Content-Disposition: ${disposition}; filename="${name}"`]),
  `Content-Transfer-Encoding: ${encoding}`,
  '',
  encoding === 'base64' ? (bytes.toString('base64').match(/.{1,76}/g) ?? []).join('\r\n') : bytes.toString('latin1'),
]
