// Control characters, line breaks, and marks that change the direction of the following text.
const unprintable = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu

/** A text from outside on one line, without control characters, cut to a number of characters. */
export function singleLine(text: string, maxLength: number): string {
  return truncate(text.replace(unprintable, ' ').trim(), maxLength)
}

/** Cuts a text to a number of UTF-16 units, including a final ellipsis. */
export const truncate = (text: string, maxLength: number): string =>
  text.length <= maxLength ? text : `${text.slice(0, maxLength - 1).replace(/[\ud800-\udbff]$/, '')}…`
