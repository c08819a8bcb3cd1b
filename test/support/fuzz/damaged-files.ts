import fc from 'fast-check'

type Change = { at: number; remove: number; put: Buffer; twice: boolean }

const pieces = [
  '',
  '\0',
  '\x1a',
  '\r',
  '\n',
  '\r\n',
  '\t',
  ' ',
  '"',
  '=',
  '--limit',
  '\r\n\r\n',
  'I',
  'L',
  'C',
  'T',
  'ñ',
  '\ufeff',
  '9'.repeat(30),
]

const change: fc.Arbitrary<Change> = fc.record({
  at: fc.nat(),
  remove: fc.oneof(fc.constant(0), fc.nat({ max: 3 }), fc.nat({ max: 2_000 })),
  put: fc.oneof(
    fc.constantFrom(...pieces).map((text) => Buffer.from(text)),
    fc.uint8Array({ maxLength: 40 }).map((some) => Buffer.from(some)),
  ),
  twice: fc.boolean(),
})

/** One of the originals with pieces removed, duplicated or inserted, possibly in another encoding. */
export const damaged = (originals: readonly Uint8Array[]): fc.Arbitrary<Buffer> =>
  fc
    .tuple(fc.constantFrom(...originals), fc.array(change, { maxLength: 4 }), fc.constantFrom(...encodings))
    .map(([original, changes, encode]) => encode(changes.reduce(applied, Buffer.from(original))))

function applied(bytes: Buffer, { at, remove, put, twice }: Change): Buffer {
  const place = at % (bytes.length + 1)
  const rest = bytes.subarray(twice ? Math.max(0, place - remove) : place + remove)
  return Buffer.concat([bytes.subarray(0, place), put, rest])
}

const asItIs = (bytes: Buffer) => bytes
const encodings = [
  ...[asItIs, asItIs, asItIs, asItIs],
  (bytes: Buffer) => Buffer.from(bytes.toString('latin1'), 'utf8'),
  (bytes: Buffer) => Buffer.from(bytes.toString('latin1'), 'utf16le'),
  (bytes: Buffer) => Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), bytes]),
  (bytes: Buffer) => Buffer.from(bytes.toString('latin1').replaceAll('\r\n', '\r'), 'latin1'),
  (bytes: Buffer) => Buffer.from(bytes.toString('latin1').replaceAll('\r\n', ''), 'latin1'),
]
