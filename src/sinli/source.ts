import { detectEncoding, type Encoding, toBytes } from './encoding.ts'

/** A file ready to be cut into records: one byte per character, in a known encoding. */
export type Source = { bytes: Uint8Array; encoding: Encoding; transcoded: boolean }

/** Strips a byte order mark and transcodes a file that is certainly UTF-8 to Windows-1252. */
export function readSource(file: Uint8Array): Source {
  const bytes = startsWith(file, [0xef, 0xbb, 0xbf]) ? file.subarray(3) : file
  const encoding = detectEncoding(bytes)
  const text = encoding === 'ascii' ? null : asUtf8(bytes)
  if (text === null) return { bytes, encoding, transcoded: false }
  return { bytes: toBytes(text, 'windows-1252'), encoding: 'windows-1252', transcoded: true }
}

const startsWith = (bytes: Uint8Array, mark: readonly number[]) => mark.every((byte, index) => bytes[index] === byte)

// Accented text of a code page is practically never valid UTF-8.
function asUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}
