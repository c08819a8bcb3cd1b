const closers: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}', '<': '>' }

/** Visits a character with its index and how many brackets are open before and after it; true ends the scan. */
type Visit = (character: string, index: number, before: number, after: number) => boolean

/**
 * Visits the characters of a route or an expression, and returns how many brackets stay open. Inside a bracket only
 * brackets of the same sort count, and classes of characters, `[…]`, in which only `]` does. A character after a
 * backslash is not visited.
 */
export function scan(text: string, visit: Visit): number {
  const open: string[] = []
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index] ?? ''
    const before = open.length
    const innermost = open.at(-1)
    if (innermost !== undefined && character === closers[innermost]) open.pop()
    else if (opens(character, open)) open.push(character)
    if (visit(character, index, before, open.length)) break
    if (character === '\\') index += 1
  }
  return open.length
}

function opens(character: string, open: readonly string[]): boolean {
  const innermost = open.at(-1)
  if (innermost === undefined) return Object.hasOwn(closers, character)
  const isClass = innermost === '[' && open.length > 1
  return !isClass && (character === '[' || character === innermost)
}
