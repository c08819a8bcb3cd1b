/** The character encoding of a file. A file without any accent is `ascii` and read as Windows-1252. */
export type Encoding = 'windows-1252' | 'cp850' | 'ascii'

// The upper halves, from 0x80. Node 20's own Windows-1252 decoder maps 0x80 to 0x9F to control characters.
const upperHalves = {
  'windows-1252':
    '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ' +
    '\xa0¡¢£¤¥¦§¨©ª«¬\xad®¯°±²³´µ¶·¸¹º»¼½¾¿ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖ×ØÙÚÛÜÝÞßàáâãäåæçèéêëìíîïðñòóôõö÷øùúûüýþÿ',
  cp850:
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»' +
    '░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\xad±‗¾¶§÷¸°¨·¹³²■\xa0',
}

const letters = new Set('áéíóúàèìòùâêîôûäëïöüãõñçÁÉÍÓÚÀÈÌÒÙÂÊÎÔÛÄËÏÖÜÃÕÑÇ')
const ordinals = new Set('ªº')
const openings = new Set('¡¿“”–—…•€')

const characters = {
  'windows-1252': charactersOf(upperHalves['windows-1252']),
  cp850: charactersOf(upperHalves.cp850),
}

const byteOf = {
  'windows-1252': new Map(Array.from(characters['windows-1252'], (character, byte) => [character, byte])),
  cp850: new Map(Array.from(characters.cp850, (character, byte) => [character, byte])),
}

/**
 * Detects the encoding in which more of the bytes make sense in a Spanish or Catalan text: letters next to letters,
 * punctuation in its usual position. Defaults to Windows-1252, the encoding of all but one of 300 measured files.
 */
export function detectEncoding(bytes: Uint8Array): Encoding {
  let accents = 0
  const plausible = { 'windows-1252': 0, cp850: 0 }
  for (let index = 0; index < bytes.length; index++) {
    if ((bytes[index] ?? 0) < 0x80) continue
    accents++
    if (isPlausible(bytes, index, 'windows-1252')) plausible['windows-1252']++
    if (isPlausible(bytes, index, 'cp850')) plausible.cp850++
  }
  if (accents === 0) return 'ascii'
  return plausible.cp850 > plausible['windows-1252'] ? 'cp850' : 'windows-1252'
}

/**
 * Decodes the bytes from `start` to `end`: exactly one character per byte, and a blank for every control character.
 */
export function toText(bytes: Uint8Array, start: number, end: number, encoding: Encoding): string {
  const table = characters[codePageOf(encoding)]
  const codes: number[] = []
  for (let index = start; index < end; index++) codes.push(table[bytes[index] ?? 0] ?? 0x20)
  return String.fromCharCode(...codes)
}

/** Decodes one byte. */
export const characterOf = (byte: number, encoding: Encoding): string =>
  String.fromCharCode(characters[codePageOf(encoding)][byte] ?? 0x20)

/** Encodes a text, one byte per character; unsupported characters become question marks. */
export function toBytes(text: string, encoding: Encoding): Uint8Array {
  const upper = byteOf[codePageOf(encoding)]
  const toByte = (code: number) => (code < 0x80 ? code : (upper.get(code) ?? 0x3f))
  return Uint8Array.from(text, (character) => toByte(character.charCodeAt(0)))
}

function charactersOf(upperHalf: string): Uint16Array {
  const lower = Array.from({ length: 0x80 }, (_, byte) => (byte < 0x20 ? 0x20 : byte))
  return Uint16Array.from([...lower, ...Array.from(upperHalf, (character) => character.charCodeAt(0))])
}

function codePageOf(encoding: Encoding) {
  return encoding === 'cp850' ? 'cp850' : 'windows-1252'
}

function isPlausible(bytes: Uint8Array, index: number, page: 'windows-1252' | 'cp850'): boolean {
  const character = characterOf(byteAt(bytes, index), page)
  const neighbours = [byteAt(bytes, index - 1), byteAt(bytes, index + 1)]
  if (letters.has(character))
    return byteAt(bytes, index) === 0xa0 ? neighbours.every(isLetter) : neighbours.some(isLetter)
  if (openings.has(character)) return !neighbours.every(isLetter)
  if (ordinals.has(character)) return isAbbreviated(byteAt(bytes, index - 1))
  return character === '·' && neighbours.every(isEl)
}

const byteAt = (bytes: Uint8Array, index: number) => bytes[index] ?? 0x20

// Any byte of the upper half may be a letter, except the non-breaking space, which some senders use as padding.
const isLetter = (byte: number) =>
  (byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a) || (byte >= 0x80 && byte !== 0xa0)

const isAbbreviated = (byte: number) => (byte >= 0x30 && byte <= 0x39) || byte === 0x2e || isLetter(byte)

const isEl = (byte: number) => byte === 0x4c || byte === 0x6c
