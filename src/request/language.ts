import type { IncomingMessage } from 'node:http'
import type { Language } from '../lib/language.ts'

/** The language of error messages for callers who ask for no language, or for one that we do not have. */
export const defaultLanguage: Language = 'en'

/** The language in which a request wants its error messages, by `Accept-Language`. Source: RFC 9110, section 12.5.4. */
export const languageOf = ({ headers }: Pick<IncomingMessage, 'headers'>): Language =>
  preferredLanguage(headers['accept-language'])

/** The preferred language of a header `Accept-Language`; English for `*`, for unknown ones and without one. */
function preferredLanguage(header = ''): Language {
  const ranges = header.slice(0, maxHeaderLength).split(',').map(readRange)
  return ranges.reduce((one, other) => (other.quality > one.quality && isLanguage(other.language) ? other : one), {
    language: defaultLanguage,
    quality: 0,
  }).language as Language
}

const rangePattern = /^\s*(?<tag>[a-z]{2,3}|\*)(?:-[a-z\d-]+)?\s*(?:;\s*q=(?<quality>[\d.]+)\s*)?$/iu

function readRange(range: string): { language: string; quality: number } {
  const { tag = '', quality = '1' } = rangePattern.exec(range)?.groups ?? {}
  return { language: tag === '*' ? defaultLanguage : tag.toLowerCase(), quality: Number(quality) }
}

const isLanguage = (name: string): name is Language => name === 'es' || name === 'en'

/** Maximum characters read of the header, which names a handful of languages. */
const maxHeaderLength = 200

/** The language of `connectionParams.language` of a socket. */
export const languageNamed = (name: unknown): Language =>
  typeof name === 'string' ? preferredLanguage(name) : defaultLanguage
