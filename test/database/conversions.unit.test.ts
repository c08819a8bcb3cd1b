import fc from 'fast-check'
import { renderSinli, type SinliSentence } from '../../src/messages/sinli/sinli.ts'
import { hashOf } from '../../src/messages/stored-sentence.ts'

type Means = { query: unknown; renderSinli: (sentence: SinliSentence) => string; hash: (text: string) => string }
const script = new URL('../../prisma/conversions/sinli-sentences.js', import.meta.url)
const { convert } = (await import(script.href)) as {
  convert: (means: Means) => Promise<boolean>
}

/** The sentence that a stored text becomes. */
async function convertText(problem: string): Promise<unknown> {
  let converted: unknown = null
  const query = (statement: string, ...[rows]: string[]) => {
    if (statement.startsWith('UPDATE')) converted = (JSON.parse(rows ?? '') as { sentence: unknown }[])[0]?.sentence
    return Promise.resolve(statement.includes('FROM "InboundMessage" WHERE') ? [{ id: 'one', problem }] : [])
  }
  await convert({ query, renderSinli: (sentence) => renderSinli(sentence, 'en'), hash: hashOf })
  return converted
}

const hostile = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 20 }),
  fc.array(
    fc.constantFrom('a', '"', '", date "', ', ', '. ', ' from ', ' to ', '(none)', 'So in 3 records', '\n', '; '),
    {
      maxLength: 5,
    },
  ),
)
const anyText = hostile.map((parts) => (typeof parts === 'string' ? parts : parts.join('')))
const shortText = (max: number) => anyText.map((text) => text.slice(0, max).trim())
const name = fc.constantFrom('date', 'quantity', 'priceCents', 'units', 'pages')
const widths: Record<string, number> = { date: 8, quantity: 6, priceCents: 10, units: 8, pages: 4 }
const fields = fc
  .uniqueArray(fc.tuple(name, anyText), { selector: ([field]) => field, minLength: 1 })
  .map((some) => some.map(([field, text]) => ({ name: field, text: text.slice(0, widths[field]).trim() })))
const record = fc.constantFrom('header', 'lines', 'totals')
const id = shortText(8).map((text) => text.toUpperCase())
const times = fc.option(fc.integer({ min: 2, max: 9_999 }), { nil: undefined })
const amount = fc.integer({ min: -99_999, max: 99_999 })
const declared = (max: number) =>
  fc.option(
    shortText(max)
      .map((text) => text.toUpperCase())
      .filter((text) => text !== ''),
  )

/** Sentences as 0.1.0 could write them, with values that are hard to tell from the text around them. */
const sentences = fc.oneof(
  fc.record({ code: fc.constant('RECORD_LEFT_OUT'), parameters: fc.record({ record, fields }) }),
  fc.record({ code: fc.constant('FIELD_UNREADABLE'), parameters: fc.record({ fields }) }),
  fc.record({
    code: fc.constantFrom('FIELD_BLANK', 'DECIMAL_SEPARATOR'),
    parameters: fc.record({ field: name, record, times }),
  }),
  fc.record({
    code: fc.constant('RECORD_SHIFTED'),
    parameters: fc.record({ record, missing: fc.uniqueArray(name, { minLength: 1 }), times }),
  }),
  fc.record({ code: fc.constant('DOCUMENTS_DIFFER'), parameters: fc.record({ values: listOf(declared(6), 3) }) }),
  fc.record({ code: fc.constant('VERSIONS_DIFFER'), parameters: fc.record({ values: listOf(declared(2), 3) }) }),
  fc.record({ code: fc.constant('SENDER_UNKNOWN'), parameters: fc.record({ sender: id }) }),
  fc.record({ code: fc.constant('RECORD_UNKNOWN'), parameters: fc.record({ text: anyText }) }),
  fc.record({
    code: fc.constant('DOCUMENT_KNOWN'),
    parameters: fc.record({ document: anyText, sender: anyText, receiver: anyText }),
  }),
  fc.record({
    code: fc.constant('ARTICLE_UNKNOWN'),
    parameters: fc.record({ line: fc.integer({ min: 1, max: 99_999 }), title: anyText }),
  }),
  fc.record({
    code: fc.constant('TOTALS_DIFFER'),
    parameters: fc.record({
      mismatches: fc.array(
        fc.oneof(
          fc.record({ field: name, stated: amount, computed: amount }),
          fc.record({ field: name, computed: amount, due: amount }),
        ),
        { minLength: 1, maxLength: 4 },
      ),
    }),
  }),
) as unknown as fc.Arbitrary<SinliSentence>

function listOf<Value>(values: fc.Arbitrary<Value>, count: number) {
  return fc.array(values, { minLength: count, maxLength: count })
}

it('a stored text becomes the sentence that it was written from, or stays the text if it could be of several', async () => {
  let kept = 0
  await fc.assert(
    fc.asyncProperty(sentences, async (sentence) => {
      const text = renderSinli(sentence, 'en')

      const converted = (await convertText(text)) as SinliSentence

      const told = JSON.parse(JSON.stringify(sentence)) as SinliSentence
      const isKept = converted.code === 'TEXT'
      if (isKept) kept++
      const expected: unknown = isKept ? { code: 'TEXT', parameters: { text } } : told
      expect(converted).toEqual({ ...(expected as SinliSentence), of: hashOf(text) })
    }),
    { numRuns: 2_000 },
  )
  expect(kept).toBeLessThan(300)
})

it('a text that no release wrote stays as it is', async () => {
  for (const text of ['Something else happened.', '', 'Line 1 says 04 records, and there are 3.'])
    expect(await convertText(text)).toEqual({ code: 'TEXT', parameters: { text }, of: hashOf(text) })
})
