import { convertIsbn } from './isbn.ts'

/** What is looked for, taken apart. */
export type SearchTerms = {
  /** All of it, folded. */
  whole: string
  /** What lies between blanks, folded: each has to be found. */
  parts: Token[]
  /** Those of the parts that are words; null where there is none. */
  words: FullTextQuery | null
  /** The ids that it may be, as they look without separators; none where it cannot be one. */
  ids: string[]
}

/** Words as PostgreSQL's full text search is asked for them. */
export type FullTextQuery = {
  /** All but the last; null where there are none. */
  whole: string | null
  last: string
  /** Whatever begins with the last one: somebody may be typing it. */
  beginning: string
}

/** One of the parts: a word of letters and digits, or anything else. */
export type Token = { text: string; isWord: boolean }

/** Takes apart what somebody looks for. `folded` is `q` without accents and in lower case, as the database sees it. */
export function termsOf(q: string, folded: string): SearchTerms {
  const parts = folded
    .split(/\s+/)
    .map(withoutPunctuation)
    .filter((text) => text !== '')
    .map(asPart)
  return { whole: folded.trim(), parts, words: wordsOf(parts), ids: idsIn(q) }
}

// A comma at the end of a word is not looked for; one that stands alone is.
const withoutPunctuation = (text: string) => text.replace(/^[¿¡"'(]+(?=.)|(?<=[^,.;:!?"')])[,.;:!?"')]+$/g, '')

const asPart = (text: string): Token => ({ text, isWord: /^[\p{L}\p{N}]+$/u.test(text) })

function wordsOf(parts: readonly Token[]): FullTextQuery | null {
  const words = parts.flatMap(({ isWord, text }) => (isWord ? [text] : []))
  const last = words.at(-1)
  if (last === undefined) return null
  const whole = words.slice(0, -1).map(pluralVariants)
  return { whole: whole.length > 0 ? whole.join(' & ') : null, last: pluralVariants(last), beginning: `${last}:*` }
}

/** Singular and plural where the stemmer does not know that they are one word: lápiz, lápices. */
function pluralVariants(word: string): string {
  if (word.endsWith('ces')) return `(${word} | ${word.slice(0, -3)}z)`
  if (word.endsWith('z')) return `(${word} | ${word.slice(0, -1)}ces)`
  return word
}

/** An id, without what separates its parts; an ISBN in both of its lengths. */
function idsIn(q: string): string[] {
  const id = q.replace(/[ \-./]/g, '').toUpperCase()
  return id === '' ? [] : [id, ...convertIsbn(id)]
}
