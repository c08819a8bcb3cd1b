import { type DocumentProblem, checkDocument } from './readDocument.ts'

/** The text of a document, and the name of its file (null if the text was pasted). */
export type DocumentSource = { text: string; fileName: string | null; problem: DocumentProblem | null }

/** No document yet. */
export const emptySource: DocumentSource = { text: '', fileName: null, problem: 'empty' }

/** A document with the result of its check, which is made only once: parsing a large document takes time. */
export const sourceOf = (text: string, fileName: string | null): DocumentSource => ({
  text,
  fileName,
  problem: checkDocument(text, fileName),
})
