/** Characters that precede a word: a mistyped word is matched at its beginning, which the index supports. */
const wordBoundary = '[ /.@_-]'

/** Lengths of words that may have a typo. Shorter words resemble too many others; longer ones exceed the index. */
const [minLength, maxLength] = [5, 30]

/** Whether a word may be matched with a typo. Words with digits are ids and match exactly. */
export const isFuzzyCandidate = (word: string): boolean =>
  word.length >= minLength && word.length <= maxLength && /^\p{L}+$/u.test(word)

/**
 * A PostgreSQL regular expression for the words one typo away: a wrong letter, an extra or a missing one, or two
 * swapped. The words may continue, since the user may still be typing.
 *
 * A typo leaves one half of a word unchanged, unless it swaps the two letters in the middle. The pattern therefore has
 * an alternative for each half. With one list of all misspellings instead, the index could check only the first
 * letters, because pg_trgm limits the number of states that it follows.
 */
export function typoPattern(word: string): string {
  const letters = Array.from(word)
  const middle = letters.length >> 1
  const [first, second] = [letters.slice(0, middle), letters.slice(middle)]
  const inSecond = `${first.join('')}(?:${withTypo(second)})`
  const inFirst = `(?:${withTypo(first)})${second.join('')}`
  return `${wordBoundary}(?:${inSecond}|${inFirst}|${swapAt(letters, middle - 1)})`
}

function withTypo(letters: readonly string[]): string {
  const replaced = letters.map((_, index) => letters.with(index, '\\w{0,2}').join(''))
  const swapped = letters.slice(1).map((_, index) => swapAt(letters, index))
  return [...replaced, ...swapped].join('|')
}

/** The letters with the one at `index` and the next one swapped. */
const swapAt = (letters: readonly string[], index: number) =>
  [...letters.slice(0, index), letters[index + 1], letters[index], ...letters.slice(index + 2)].join('')
