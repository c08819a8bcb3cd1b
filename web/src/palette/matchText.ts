/** Part of a text, and whether it matches the search. */
export type Part = { text: string; isMatch: boolean }

type Letter = { letter: string; index: number }

/** Minimum length for matching as an id without its separators; it must also contain a digit. */
const MIN_ID_LENGTH = 5
/** Words up to this length match only at the beginning of a word; in other places they would match too often. */
const MAX_PREFIX_LENGTH = 2

/** Removes case and accents, as the search service does before comparing. */
export const fold = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** Folded words of the search text. */
const splitWords = (query: string) =>
  fold(query)
    .split(/\s+/u)
    .filter((word) => word !== '')

/** Whether each typed word is a prefix of a word of the text. */
export function matchesPrefixes(text: string, query: string): boolean {
  const textWords = splitWords(text)
  return splitWords(query).every((word) => textWords.some((textWord) => textWord.startsWith(word)))
}

/** Splits a text into matching and other parts. */
export function splitMatches(text: string, query: string): Part[] {
  const letters = foldLetters(text)
  const id = fold(query).replace(/[\s./-]/gu, '')
  const positions = [
    ...splitWords(query).flatMap((word) => matchPositions(letters, word)),
    ...(id.length >= MIN_ID_LENGTH && /\d/u.test(id) ? matchPositions(letters.filter(isIdLetter), id) : []),
  ]
  return splitAt(text, new Set(positions))
}

// Folding can change the number of characters (a combining accent disappears): keep each letter's position.
const foldLetters = (text: string): Letter[] =>
  Array.from({ length: text.length }, (_, index) => index).flatMap((index) =>
    Array.from(fold(text.charAt(index)), (letter) => ({ letter, index })),
  )

const isIdLetter = ({ letter }: Letter) => !/[\s./-]/u.test(letter)

/** Positions in the text covered by each match of a word, including skipped characters in between. */
function matchPositions(letters: readonly Letter[], word: string): number[] {
  const folded = letters.map(({ letter }) => letter).join('')
  const positions: number[] = []
  for (let from = folded.indexOf(word); from >= 0; from = folded.indexOf(word, from + word.length)) {
    const [first, last] = [letters[from], letters[from + word.length - 1]]
    if (!first || !last || (word.length <= MAX_PREFIX_LENGTH && !isWordStart(folded, from))) continue
    for (let index = first.index; index <= last.index; index += 1) positions.push(index)
  }
  return positions
}

const isWordStart = (folded: string, index: number) => index === 0 || !/[\p{L}\p{N}]/u.test(folded.charAt(index - 1))

function splitAt(text: string, positions: ReadonlySet<number>): Part[] {
  const parts: Part[] = []
  for (const [index, character] of text.split('').entries()) {
    const isMatch = positions.has(index)
    const last = parts.at(-1)
    if (last?.isMatch === isMatch) last.text += character
    else parts.push({ text: character, isMatch })
  }
  return parts
}
