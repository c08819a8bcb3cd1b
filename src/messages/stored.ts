import { render, sentenceCodes } from './sentences.ts'
import { storedSentences } from './stored-sentence.ts'

/** Stores and reads sentences about requests and about what came of them. */
export const { toStored, detailOf, textIn } = storedSentences(render, ({ code }) =>
  (sentenceCodes as readonly string[]).includes(code),
)
