import type { z } from 'zod'
import { render, type Sentence } from '../messages/sentences.ts'

/** The `error` option for a zod schema or check. The issues of the schema or check then carry the sentence. */
export function said(sentence: Sentence): { error: (issue: z.core.$ZodRawIssue) => string } {
  const text = render(sentence, 'en')
  // zod asks for the text before it copies what an issue has.
  return {
    error: (issue) => {
      Object.assign(issue, { params: { sentence } })
      return text
    },
  }
}

/** The sentence that an issue carries; undefined if its check was made without `said`. */
export const saidBy = (issue: z.core.$ZodIssue): Sentence | undefined =>
  (issue as { params?: { sentence?: Sentence } }).params?.sentence
