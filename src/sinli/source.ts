import { detectEncoding, type Encoding, toBytes } from './encoding.ts'

/** A file ready to be cut into records: one byte per character, in a known encoding. */
export type Source = { bytes: Uint8Array; encoding: Encoding; transcodedFrom: 'UTF-8' | 'UTF-16' | null }

/** Strips a byte order mark, and transcodes a file that is certainly UTF-16 or UTF-8 to Windows-1252. */
export function readSource(file: Uint8Array): Source {
  const [, utf16] = utf16Marks.find(([mark]) => startsWith(file, mark)) ?? []
  if (utf16) return transcoded(new TextDecoder(utf16).decode(file), 'UTF-16')
  const bytes = startsWith(file, [0xef, 0xbb, 0xbf]) ? file.subarray(3) : file
  const encoding = detectEncoding(bytes)
  const text = encoding === 'ascii' ? null : asUtf8(bytes)
  return text === null ? { bytes, encoding, transcodedFrom: null } : transcoded(text, 'UTF-8')
}

const utf16Marks = [
  [[0xff, 0xfe], 'utf-16le'],
  [[0xfe, 0xff], 'utf-16be'],
] as const

const transcoded = (text: string, transcodedFrom: 'UTF-8' | 'UTF-16'): Source => ({
  ...{ bytes: toBytes(text, 'windows-1252'), encoding: 'windows-1252', transcodedFrom },
})

const startsWith = (bytes: Uint8Array, mark: readonly number[]) => mark.every((byte, index) => bytes[index] === byte)

// Accented text of a code page is practically never valid UTF-8.
function asUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}
