/** What stands before a word: a word that is mistyped is looked for at its beginning, which the index can be asked for. */
const before = '[ /.@_-]'

/** Shorter words are like too many others; longer ones are beyond what the index takes apart. */
const [shortest, longest] = [5, 30]

/** Whether a word is one that is recognised when it is mistyped. What has digits in it is an id, right or wrong. */
export const isFuzzyCandidate = (word: string): boolean =>
  word.length >= shortest && word.length <= longest && /^\p{L}+$/u.test(word)

/**
 * The words that are one slip away from a word, as a regular expression of PostgreSQL: a letter wrong, a letter too many or
 * too few, or two that changed places. They may go on, as somebody may be typing it.
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
