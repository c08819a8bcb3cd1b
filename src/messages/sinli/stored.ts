import { storedSentences } from '../stored-sentence.ts'
import { isSinliSentence, renderSinli } from './sinli.ts'

/** Stores and reads sentences about SINLI messages. */
export const { toStored, detailOf, textIn } = storedSentences(renderSinli, isSinliSentence)
