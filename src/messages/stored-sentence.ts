import { createHash } from 'node:crypto'
import type { Language } from '../lib/language.ts'
import { isPostgresSafe } from '../lib/postgres-values.ts'
import type { AnySentence } from './catalogue.ts'

/**
 * A sentence as it is stored beside its English text: `of` is the MD5 of that text. It counts only while it is, because
 * an instance of an earlier release changes the text alone.
 */
export type StoredSentence = AnySentence & { of: string }

/** A stored text, and the sentence that it is of; null or undefined if there is none, or it has yet to be converted. */
export type StoredText<Text extends string | null = string | null> = { text: Text; sentence: unknown }

/** The MD5 of a text, as PostgreSQL's `md5` writes it. */
export const hashOf = (text: string): string => createHash('md5').update(text).digest('hex')

/** Stores and reads the sentences of a catalogue. `isKnown` is false for one that only a newer release has. */
export function storedSentences<Sentence extends AnySentence>(
  render: (sentence: Sentence, language: Language) => string,
  isKnown: (sentence: AnySentence) => boolean,
) {
  const read = ({ text, sentence }: StoredText): Sentence | null => {
    const { of, ...rest } = Object(sentence) as Sentence & { of?: string }
    return text !== null && of === hashOf(text) && isKnown(rest) ? (rest as unknown as Sentence) : null
  }
  // A newer release may have stored a known code with values that this one cannot write.
  const tryRendering = (sentence: Sentence, language: Language): string | null => {
    try {
      return render(sentence, language)
    } catch {
      return null
    }
  }
  return {
    /** The English text of a sentence, and what to store beside it; null if the database cannot store its values. */
    toStored: (sentence: Sentence): { text: string; sentence: StoredSentence | null } => {
      const text = render(sentence, 'en')
      return { text, sentence: isPostgresSafe(sentence.parameters) ? { ...sentence, of: hashOf(text) } : null }
    },
    /** The code and the values of a stored text; null if they are not known. */
    detailOf: (stored: StoredText): Sentence | null => {
      const sentence = read(stored)
      return sentence?.code === 'TEXT' ? null : sentence
    },
    /** A stored text in a language; in English, as it is stored, if its sentence does not count. */
    textIn: <Text extends string | null>(language: Language, stored: StoredText<Text>): Text | string => {
      const sentence = language === 'en' ? null : read(stored)
      return (sentence && tryRendering(sentence, language)) ?? stored.text
    },
  }
}
