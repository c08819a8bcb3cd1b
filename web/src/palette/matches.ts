/** A stretch of a text, and whether it is what was looked for. */
export type Part = { text: string; marked: boolean }

type Letter = { letter: string; at: number }

/** So long, and with a digit in it, something may be an id that was written without what separates its parts. */
const LEAST_OF_ID = 5
/** So few letters are the beginning of a word: inside of words they would be everywhere. */
const MOST_OF_BEGINNING = 2

/** A text as the service compares it: neither case nor accents matter. */
export const fold = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** The words of what was typed, folded. */
const wordsIn = (typed: string) =>
  fold(typed)
    .split(/\s+/u)
    .filter((word) => word !== '')

/** Whether each of the words begins a word of the text. */
export function begins(text: string, typed: string): boolean {
  const known = wordsIn(text)
  return wordsIn(typed).every((word) => known.some((one) => one.startsWith(word)))
}

/** A text taken apart into what was looked for and the rest. */
export function partsOf(text: string, typed: string): Part[] {
  const letters = lettersOf(text)
  const id = fold(typed).replace(/[\s./-]/gu, '')
  const marked = [
    ...wordsIn(typed).flatMap((word) => placesOf(letters, word)),
    ...(id.length >= LEAST_OF_ID && /\d/u.test(id) ? placesOf(letters.filter(isOfId), id) : []),
  ]
  return partedAt(text, new Set(marked))
}

// A letter with an accent may be two characters that fold into one, and the other way round.
const lettersOf = (text: string): Letter[] =>
  Array.from({ length: text.length }, (_, at) => at).flatMap((at) =>
    Array.from(fold(text.charAt(at)), (letter) => ({ letter, at })),
  )

const isOfId = ({ letter }: Letter) => !/[\s./-]/u.test(letter)

/** The characters of the text that a word covers, with whatever lies between them. */
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
