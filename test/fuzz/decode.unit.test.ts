import fc from 'fast-check'
import { decode } from '../../src/sinli/decode.ts'
import { type Decoded } from '../../src/sinli/types.ts'
import { encode } from '../../src/sinli/encode.ts'
import { recordRanges, recordAt, type SourceRecord } from '../../src/sinli/records/records.ts'
import { readSource } from '../../src/sinli/source.ts'
import { damaged } from '../support/fuzz/damaged-files.ts'
import { holdsForAny } from '../support/fuzz/fuzz.ts'
import { hostileText } from '../support/fuzz/hostile-values.ts'
import { campre, envio, estado, factul, libros, pedido, subjectOf } from '../support/sinli/inbound.ts'
import { bookLine, shipment } from '../support/sinli/sinli.ts'

const three = Array.from({ length: 3 }, (_, index) => bookLine({ reference: `R${index}` }))
const drafts = [envio(), pedido(), factul(), campre(), estado(), libros(), shipment, { ...shipment, lines: three }]
const originals = drafts.map((draft) => encode(draft))
const subjects = fc.oneof(fc.constantFrom(undefined, ...drafts.map(subjectOf)), hostileText)

describe('a damaged file', () => {
  holdsForAny(
    'is decoded to a result that can be stored',
    300,
    () => fc.tuple(damaged(originals), subjects),
    ([file, subject]) => {
      const decoded = decode(file, { subject })

      expect(decoded.ok).toBe(decoded.error === null)
      expect(JSON.parse(JSON.stringify(decoded))).toEqual(decoded)
      expect(JSON.stringify(decoded)).not.toContain('\\u0000')
    },
  )

  holdsForAny(
    'loses no line without a warning',
    300,
    () => damaged(originals),
    (file) => {
      const decoded = decode(file)
      const source = readSource(file)
      const told = linesOf(decoded)

      const lost = [...recordRanges(source.bytes)].map((extent) => recordAt(source, extent)).filter(isLost(told))
      if (decoded.error === null) expect(lost).toEqual([])
    },
  )
})

/** The lines of the records that were read, and of those that are warned about. */
function linesOf({ warnings, ...content }: Decoded): Set<unknown> {
  const read = Object.values(content).flat() as unknown[]
  return new Set(
    [...read, ...warnings].map((one) => (typeof one === 'object' && one !== null && 'line' in one ? one.line : null)),
  )
}

// Identification, header and totals records may be repeated, and then count as one.
const isLost =
  (told: ReadonlySet<unknown>) =>
  ({ line, text }: SourceRecord) =>
    !told.has(line) && !/^[ICT]/.test(text)
