import type { z } from 'zod'
import { render, type Sentence } from '../messages/sentences.ts'

/** The option of a schema of zod, or of a check, whose problem is a sentence: its issues carry it. */
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

/** The sentence that an issue carries; undefined for one of a check that says none. */
export const saidBy = (issue: z.core.$ZodIssue): Sentence | undefined =>
  (issue as { params?: { sentence?: Sentence } }).params?.sentence
