import { DomainError } from './errors.ts'

/** Maximum nesting of objects and arrays in a JSON body. The deepest valid body has 16 levels. */
export const maxJsonDepth = 100

const quote = 0x22
const backslash = 0x5c
/** The only bit in which the codes of brackets and braces differ. */
const brace = 0x20
const opening = 0x5b
const closing = 0x5d

/**
 * Refuses JSON that is nested too deep, before it is parsed: a few megabytes of brackets hold up the process for
 * seconds, and overflow the stack of what reads them.
 * @throws DomainError INVALID_INPUT
 */
export function requireShallowJson(json: Uint8Array): void {
  let depth = 0
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at] ?? 0
    if (byte === quote) at = endOfText(json, at)
    else if ((byte & ~brace) === opening) depth += 1
    else if ((byte & ~brace) === closing) depth -= 1
    if (depth > maxJsonDepth)
      throw new DomainError('INVALID_INPUT', { code: 'JSON_TOO_DEEP', parameters: { max: maxJsonDepth } })
  }
}

/** The place of the quote that ends the text beginning at `start`; the end of the bytes if there is none. */
function endOfText(json: Uint8Array, start: number): number {
  let at = start + 1
  while (at < json.length && json[at] !== quote) at += json[at] === backslash ? 2 : 1
  return at
}
