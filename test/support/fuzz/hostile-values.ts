import fc from 'fast-check'

/** Texts that commonly break parsers, queries and storage. */
const knownBad = [
  ...[
    '',
    ' ',
    '\0',
    'a\0b',
    '\x01\x1b[31m',
    'a\r\nb: c',
    '\ud800',
    'a\udfffb',
    '\udc00\ud800',
    '\u202Eabc',
    '\ufeff',
    '\uffff',
  ],
  ...['%', '_', '\\', '\\%', "'", "';--", '"', '*', '(', '[', '$1', '${x}', ':*', '&', '| !', '<->', '(?:', '.*'],
  ...[
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
    '../../etc/passwd',
    '..',
    '.',
    '/',
    'null',
    'undefined',
  ],
  ...['-1', '0', '1e309', 'NaN', 'Infinity', '-0', '0x10', '9'.repeat(40), '2147483648', '1.5', '٣', '１'],
  ...['ﷺ'.repeat(40), 'e\u0301'.repeat(60), 'ß', 'İ', 'ĳ', '👩‍👩‍👧‍👦', 'z\u0335\u0321'.repeat(90), 'a'.repeat(20_000)],
]

/** Extreme timestamps, and some that do not exist. */
const moments = [
  ...['0000-01-01T00:00:00Z', '0001-01-01T00:00:00Z', '9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59-23:59'],
  ...['0000-01-01T00:00:00+23:59', '-000001-01-01T00:00:00Z', '+275760-09-13T00:00:00Z', '2026-02-30T00:00:00Z'],
  ...[
    '2026-01-01T24:00:00Z',
    '2026-12-31T23:59:60Z',
    '2026-01-01',
    '1970-01-01T00:00:00Z',
    '2026-01-01T00:00:00.123456789Z',
  ],
]

/** Cursors in our encoding with invalid positions. */
const cursors = ['\0', '\ud800', '', '-1', '1e3', '99999999999', '__proto__', 'a'.repeat(3_000), 'null', '%']
  .map((place) => JSON.stringify([place]))
  .concat('[]', '[null]', '{}', '[["x"]]', '"x"', '[1]', '[')
  .map((json) => Buffer.from(json).toString('base64url'))

/** Any text: the worst known ones, arbitrary code units, and arbitrary graphemes. */
export const hostileText: fc.Arbitrary<string> = fc.oneof(
  { arbitrary: fc.constantFrom('\0', 'a\0b', '\ud800', 'a\udfffb'), weight: 2 },
  { arbitrary: fc.constantFrom(...knownBad), weight: 3 },
  fc.constantFrom(...moments),
  fc.constantFrom(...cursors),
  fc.string({ unit: fc.nat({ max: 0xffff }).map((code) => String.fromCharCode(code)), maxLength: 40 }),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
)

/** Timestamps: extreme, invalid and arbitrary ones. */
export const hostileMoment: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...moments),
  fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
)

/** Numbers, including the limits of every numeric type, and those that JSON cannot represent (see `jsonOf`). */
export const hostileNumber: fc.Arbitrary<number> = fc.oneof(
  fc.constantFrom(0, -0, -1, 1, 200, 201, 0.1, 2 ** 31 - 1, 2 ** 31, -(2 ** 31) - 1, 2 ** 53, 1e21, 1e308, 5e-324),
  fc.constantFrom(Infinity, -Infinity, NaN),
  fc.double(),
  fc.integer(),
)

const key = fc.oneof(fc.constantFrom('__proto__', 'constructor', 'toString', 'length', '', '\0', '0'), fc.string())

/** Any JSON value, and some that JSON cannot represent. */
export const hostileValue: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.constantFrom(null, true, false),
    hostileText,
    hostileNumber,
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(key, tie('value'), { maxKeys: 4 }),
  ),
})).value

/** Bodies that are invalid JSON, unusual JSON or arbitrary bytes. */
export const hostileBody: fc.Arbitrary<Buffer> = fc.oneof(
  fc
    .constantFrom(
      '',
      '{',
      '[',
      'null',
      '0',
      '""',
      '[]',
      '{}',
      '{"a":1,"a":2}',
      '{"__proto__":{"x":1}}',
      'NaN',
      '\ufeff{}',
    )
    .map((text) => Buffer.from(text)),
  fc.constantFrom('[', '{"a":', '{"query":').map((opening) => Buffer.from(opening.repeat(10_000))),
  fc.constantFrom(['[', ']'] as const, ['{"a":', '}'] as const).map(([open, close]) => nested(open, close, 5_000)),
  fc.uint8Array({ maxLength: 60 }).map((some) => Buffer.from(some)),
  hostileValue.map((value) => Buffer.from(jsonOf(value))),
)

const nested = (open: string, close: string, depth: number) =>
  Buffer.from(`${open.repeat(depth)}1${close.repeat(depth)}`)

const beyond: Record<string, string> = { Infinity: '1e999', '-Infinity': '-1e999' }

/** Serializes a value as JSON; infinities become numbers out of range, and NaN becomes an invalid token. */
export function jsonOf(value: unknown): string {
  const marked = JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'number' && !Number.isFinite(part) ? `<beyond ${part}>` : part,
  )
  return marked.replace(/"<beyond (-?\w+)>"/g, (_all, name: string) => beyond[name] ?? name)
}

/** Escapes a text for a URL; a lone surrogate becomes the bytes of its invalid UTF-8 encoding. */
export const escaped = (text: string): string =>
  Array.from(text, (character) => (/\p{Cs}/u.test(character) ? '%ED%A0%80' : encodeURIComponent(character))).join('')
