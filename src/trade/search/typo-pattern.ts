/** The characters before a word: a mistyped word is matched at its beginning, which the index supports. */
const before = '[ /.@_-]'

/** Shorter words resemble too many others; longer ones exceed what the index splits. */
const [shortest, longest] = [5, 30]

/** Whether a word may be matched with a typo. Words with digits are ids and match exactly. */
export const isFuzzyCandidate = (word: string): boolean =>
  word.length >= shortest && word.length <= longest && /^\p{L}+$/u.test(word)

/**
 * A PostgreSQL regular expression for the words one typo away: a wrong letter, an extra or a missing one, or two
 * swapped. The words may continue, since the user may still be typing.
 */
export function typoPattern(word: string): string {
  const letters = Array.from(word)
  const other = letters.map((_, index) => `${slice(letters, 0, index)}\\w{0,2}${slice(letters, index + 1)}`)
  const swapped = letters.slice(1).map((next, index) => {
    return slice(letters, 0, index) + next + slice(letters, index, index + 1) + slice(letters, index + 2)
  })
  return `${before}(${[...other, ...swapped].join('|')})`
}

const slice = (letters: readonly string[], from: number, to?: number) => letters.slice(from, to).join('')
