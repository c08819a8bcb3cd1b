/** How the bytes of a file stand for characters. A file without any accent is `ascii`, and read as Windows-1252. */
export type Encoding = 'windows-1252' | 'cp850' | 'ascii'

// The upper halves, from 0x80. Node 20's own decoder of Windows-1252 takes 0x80 to 0x9F for controls, hence these.
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
 * The encoding in which more of the bytes spell what a Spanish or Catalan text has: letters with a letter beside them,
 * signs where they belong. In doubt Windows-1252, which all but one of 300 measured files were written in.
 */
export function detectEncoding(bytes: Uint8Array): Encoding {
  let accents = 0
  const spelled = { 'windows-1252': 0, cp850: 0 }
  for (let at = 0; at < bytes.length; at++) {
    if ((bytes[at] ?? 0) < 0x80) continue
    accents++
    if (spells(bytes, at, 'windows-1252')) spelled['windows-1252']++
    if (spells(bytes, at, 'cp850')) spelled.cp850++
  }
  if (accents === 0) return 'ascii'
  return spelled.cp850 > spelled['windows-1252'] ? 'cp850' : 'windows-1252'
}

/** The characters of the bytes from `start` to `end`: exactly one a byte, and a blank for every control. */
export function toText(bytes: Uint8Array, start: number, end: number, encoding: Encoding): string {
  const table = characters[codePageOf(encoding)]
  const codes: number[] = []
  for (let at = start; at < end; at++) codes.push(table[bytes[at] ?? 0] ?? 0x20)
  return String.fromCharCode(...codes)
}

/** The character that a byte stands for. */
export const characterOf = (byte: number, encoding: Encoding): string =>
  String.fromCharCode(characters[codePageOf(encoding)][byte] ?? 0x20)

/** The bytes of a text, one a character; what the encoding does not have becomes a question mark. */
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

function spells(bytes: Uint8Array, at: number, page: 'windows-1252' | 'cp850'): boolean {
  const character = characterOf(byteAt(bytes, at), page)
  const neighbours = [byteAt(bytes, at - 1), byteAt(bytes, at + 1)]
  if (letters.has(character)) return byteAt(bytes, at) === 0xa0 ? neighbours.every(isLetter) : neighbours.some(isLetter)
  if (openings.has(character)) return !neighbours.every(isLetter)
  if (ordinals.has(character)) return isAbbreviated(byteAt(bytes, at - 1))
  return character === '·' && neighbours.every(isEl)
}

const byteAt = (bytes: Uint8Array, at: number) => bytes[at] ?? 0x20

// Any byte of the upper half may be a letter, but for the blank that does not break and that some pad with.
const isLetter = (byte: number) =>
  (byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a) || (byte >= 0x80 && byte !== 0xa0)

const isAbbreviated = (byte: number) => (byte >= 0x30 && byte <= 0x39) || byte === 0x2e || isLetter(byte)

const isEl = (byte: number) => byte === 0x4c || byte === 0x6c
