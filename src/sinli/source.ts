import { detectEncoding, type Encoding, toBytes } from './encoding.ts'

/** A file as it is cut into records: one byte a character, in a known encoding. */
export type Source = { bytes: Uint8Array; encoding: Encoding; transcoded: boolean }

/** What the bytes of a file are: without a byte order mark and, where they are UTF-8 beyond doubt, written anew in Windows-1252. */
export function readSource(file: Uint8Array): Source {
  const bytes = startsWith(file, [0xef, 0xbb, 0xbf]) ? file.subarray(3) : file
  const encoding = detectEncoding(bytes)
  const text = encoding === 'ascii' ? null : asUtf8(bytes)
  if (text === null) return { bytes, encoding, transcoded: false }
  return { bytes: toBytes(text, 'windows-1252'), encoding: 'windows-1252', transcoded: true }
}

const startsWith = (bytes: Uint8Array, mark: readonly number[]) => mark.every((byte, at) => bytes[at] === byte)

// Text of a code page with accents practically never happens to be valid UTF-8.
function asUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}
