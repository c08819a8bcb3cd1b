/** Part of a text, and whether it matches the search. */
export type Part = { text: string; marked: boolean }

type Letter = { letter: string; at: number }

/** Minimum length for matching as an id without its separators; it must also contain a digit. */
const LEAST_OF_ID = 5
/** Words up to this length match only at the beginning of a word; elsewhere they would match too often. */
const MOST_OF_BEGINNING = 2

/** Removes case and accents, as the search service does before comparing. */
export const fold = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** Folded words of the search text. */
const wordsIn = (typed: string) =>
  fold(typed)
    .split(/\s+/u)
    .filter((word) => word !== '')

/** Whether each typed word is a prefix of a word of the text. */
export function begins(text: string, typed: string): boolean {
  const known = wordsIn(text)
  return wordsIn(typed).every((word) => known.some((one) => one.startsWith(word)))
}

/** Splits a text into matching and other parts. */
export function partsOf(text: string, typed: string): Part[] {
  const letters = lettersOf(text)
  const id = fold(typed).replace(/[\s./-]/gu, '')
  const marked = [
    ...wordsIn(typed).flatMap((word) => placesOf(letters, word)),
    ...(id.length >= LEAST_OF_ID && /\d/u.test(id) ? placesOf(letters.filter(isOfId), id) : []),
  ]
  return partedAt(text, new Set(marked))
}

// Folding can change the number of characters (a combining accent disappears): keep each letter's position.
const lettersOf = (text: string): Letter[] =>
  Array.from({ length: text.length }, (_, at) => at).flatMap((at) =>
    Array.from(fold(text.charAt(at)), (letter) => ({ letter, at })),
  )

const isOfId = ({ letter }: Letter) => !/[\s./-]/u.test(letter)

/** Positions in the text covered by each match of a word, including skipped characters in between. */
function placesOf(letters: readonly Letter[], word: string): number[] {
  const folded = letters.map(({ letter }) => letter).join('')
  const places: number[] = []
  for (let from = folded.indexOf(word); from >= 0; from = folded.indexOf(word, from + word.length)) {
    const [first, last] = [letters[from], letters[from + word.length - 1]]
    if (!first || !last || (word.length <= MOST_OF_BEGINNING && !isBeginning(folded, from))) continue
    for (let at = first.at; at <= last.at; at += 1) places.push(at)
  }
  return places
}

const isBeginning = (folded: string, at: number) => at === 0 || !/[\p{L}\p{N}]/u.test(folded.charAt(at - 1))

function partedAt(text: string, places: ReadonlySet<number>): Part[] {
  const parts: Part[] = []
  for (const [at, character] of text.split('').entries()) {
    const marked = places.has(at)
    const last = parts.at(-1)
    if (last?.marked === marked) last.text += character
    else parts.push({ text: character, marked })
  }
  return parts
}
