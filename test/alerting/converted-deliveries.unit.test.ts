import fc from 'fast-check'
import { deliveriesInEnglish } from '../../src/messages/deliveries/en.ts'
import { render, type Sentence } from '../../src/messages/sentences.ts'

type Expression = { pattern: RegExp; sentenceOf: (values: Record<string, string>) => Sentence }

const script = new URL('../../prisma/conversions/deliveries.js', import.meta.url).href
const { expressions } = (await import(script)) as { expressions: readonly Expression[] }

/** The first sentence that is read from a text, as the conversion reads it. */
function read(text: string): Sentence | null {
  for (const { pattern, sentenceOf } of expressions) {
    const match = pattern.exec(text)
    if (match) return sentenceOf({ ...match.groups })
  }
  return null
}

const values = fc.record({
  error: fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom('two\nlines', 'The answer is 500.', '.', '$1', 'Invalid login: 535 5.7.8 no'),
  ),
  addresses: fc.constantFrom('ana@example.org', 'ana@example.org, eva@example.org'),
  host: fc.constantFrom('hooks.example.org', '10.0.0.1', '::1'),
  status: fc.integer({ min: 100, max: 599 }),
  seconds: fc.constantFrom(0.05, 10, 30, 600),
})

const codes = [...Object.keys(deliveriesInEnglish), 'SECRETS_KEY_NOT_SET', 'SECRET_OF_OTHER_KEY']

it.each(codes)('the stored text of %s is read as a sentence that renders as it is, to the letter', (code) => {
  fc.assert(
    fc.property(values, (parameters) => {
      const text = render({ code, parameters } as unknown as Sentence, 'en')
      const sentence = read(text)
      expect(sentence && render(sentence, 'en')).toBe(text)
      expect(sentence?.code).toBe(code)
    }),
    { numRuns: 50 },
  )
})

it.each(['', 'Something else happened.', 'The answer is many.', 'ECONNRESET'])(
  'reads no sentence from "%s"',
  (text) => {
    expect(read(text)).toBeNull()
  },
)
