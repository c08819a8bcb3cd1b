import fc from 'fast-check'
import { typoPattern } from '../../src/trade/search/typo-pattern.ts'

/** All words with one typo in a list, without the halves by which the index is used. */
function listedPattern(word: string): string {
  const letters = Array.from(word)
  const replaced = letters.map((_, index) => letters.with(index, '\\w{0,2}').join(''))
  const swapped = letters.slice(1).map((next, index) => {
    return [...letters.slice(0, index), next, letters[index], ...letters.slice(index + 2)].join('')
  })
  return `[ /.@_-](${[...replaced, ...swapped].join('|')})`
}

const letter = fc.constantFrom('a', 'b', 'c')
const word = fc.array(letter, { minLength: 5, maxLength: 9 })

/** A text with a word that differs in one or two places, which may be next to each other. */
const similar = fc
  .tuple(
    word,
    fc.nat(9),
    fc.constantFrom('replace', 'insert', 'remove', 'swap'),
    letter,
    fc.nat(9),
    letter,
    fc.boolean(),
  )
  .map(([letters, index, change, other, second, another, isTwice]) => {
    const changed = [...letters]
    if (change === 'replace') changed.splice(index, 1, other)
    if (change === 'insert') changed.splice(index, 0, other)
    if (change === 'remove') changed.splice(index, 1)
    if (change === 'swap') changed.splice(index, 2, ...changed.slice(index, index + 2).reverse())
    if (isTwice) changed.splice(second, 1, another)
    return { word: letters.join(''), text: ` x ${changed.join('')}` }
  })

it('a pattern in halves matches the same texts as a list of all words with one typo', () => {
  const seen = { matches: 0, misses: 0 }
  fc.assert(
    fc.property(similar, ({ word, text }) => {
      const expected = new RegExp(listedPattern(word)).exec(text)?.index
      seen[expected === undefined ? 'misses' : 'matches'] += 1
      expect(new RegExp(typoPattern(word)).exec(text)?.index).toBe(expected)
    }),
    { numRuns: 2_000 },
  )
  expect(Math.min(seen.matches, seen.misses)).toBeGreaterThan(100)
})
