/**
 * Converts an ISBN without hyphens to its other length: 10 characters to 13 digits that begin with 978, and back. Empty
 * if the ISBN has no other length. Source: ISBN Users' Manual, 7th edition, section 7.
 */
export function convertIsbn(isbn: string): string[] {
  if (/^\d{9}[\dX]$/.test(isbn)) return [`978${isbn.slice(0, 9)}${checkDigitOf13(`978${isbn.slice(0, 9)}`)}`]
  if (/^978\d{10}$/.test(isbn)) return [`${isbn.slice(3, 12)}${checkDigitOf10(isbn.slice(3, 12))}`]
  return []
}

const checkDigitOf13 = (digits: string) => (10 - (sumOf(digits, (index) => (index % 2 === 0 ? 1 : 3)) % 10)) % 10

function checkDigitOf10(digits: string): string {
  const check = (11 - (sumOf(digits, (index) => 10 - index) % 11)) % 11
  return check === 10 ? 'X' : String(check)
}

const sumOf = (digits: string, weightOf: (index: number) => number) =>
  Array.from(digits, (digit, index) => Number(digit) * weightOf(index)).reduce((sum, part) => sum + part, 0)
