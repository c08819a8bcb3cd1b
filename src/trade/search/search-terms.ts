import { convertIsbn } from './isbn.ts'

/** A search, split into the forms the queries need. */
export type SearchTerms = {
  /** The whole search, folded. */
  whole: string
  /** The parts between blanks, folded. A hit must match all of them. */
  parts: Token[]
  /** The parts that are words; null if there is none. */
  words: FullTextQuery | null
  /** The ids that the search may mean, without separators; empty if it cannot be an id. */
  ids: string[]
}

/** Words in the syntax of PostgreSQL's `to_tsquery`. */
export type FullTextQuery = {
  /** All words but the last; null if there are none. */
  whole: string | null
  last: string
  /** A prefix match for the last word, which the user may still be typing. */
  beginning: string
}

/** A part of the search: a word of letters and digits, or anything else. */
export type Token = { text: string; isWord: boolean }

/** Splits a search into its terms. `folded` is `q` as folded by the database: without accents and in lower case. */
export function parseTerms(q: string, folded: string): SearchTerms {
  const parts = folded
    .split(/\s+/)
    .map(withoutPunctuation)
    .filter((text) => text !== '')
    .map(toToken)
  return { whole: folded.trim(), parts, words: wordsOf(parts), ids: idsIn(q) }
}

// Punctuation at the edges of a word is ignored, but a mark that stands alone is searched.
const withoutPunctuation = (text: string) => text.replace(/^[¿¡"'(]+(?=.)|(?<=[^,.;:!?"')])[,.;:!?"')]+$/g, '')

const toToken = (text: string): Token => ({ text, isWord: /^[\p{L}\p{N}]+$/u.test(text) })

function wordsOf(parts: readonly Token[]): FullTextQuery | null {
  const words = parts.flatMap(({ isWord, text }) => (isWord ? [text] : []))
  const last = words.at(-1)
  if (last === undefined) return null
  const whole = words.slice(0, -1).map(pluralVariants)
  return { whole: whole.length > 0 ? whole.join(' & ') : null, last: pluralVariants(last), beginning: `${last}:*` }
}

/** Singular and plural forms that the stemmer does not relate: lápiz, lápices. */
function pluralVariants(word: string): string {
  if (word.endsWith('ces')) return `(${word} | ${word.slice(0, -3)}z)`
  if (word.endsWith('z')) return `(${word} | ${word.slice(0, -1)}ces)`
  return word
}

/** An id without separators; an ISBN in both of its lengths. */
function idsIn(q: string): string[] {
  const id = q.replace(/[ \-./]/g, '').toUpperCase()
  return id === '' ? [] : [id, ...convertIsbn(id)]
}
