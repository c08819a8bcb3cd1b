import { invalidField } from '../../lib/errors.ts'
import type { Sentence } from '../../messages/sentences.ts'
import type { TokenKind } from './token-form.ts'

/** A query or a subscription of the admin application. Its id is the SHA-256 of its text, in hexadecimal. */
export type TrustedDocument = { id: string; name: string }

/**
 * Returns the document that a new token is bound to; null for an unbound token.
 * @throws DomainError INVALID_INPUT for an unknown document, and for the token of a service.
 */
export function requireBindableDocument(
  kind: TokenKind,
  documentId: string | null,
  documents: readonly TrustedDocument[],
): TrustedDocument | null {
  if (documentId === null) return null
  if (kind === 'SERVICE') throw invalidField('documentId', { code: 'DOCUMENT_OF_SERVICE_TOKEN', parameters: {} })
  const document = documents.find(({ id }) => id === documentId)
  if (!document) throw invalidField('documentId', { code: 'NO_DOCUMENT', parameters: {} })
  return document
}

/** The refusal of any use of a bound token other than its document. */
export const boundTo = ({ name }: TrustedDocument): Sentence => ({
  code: 'TOKEN_OF_ONE_DOCUMENT',
  parameters: { document: name },
})

/** The refusal of a token bound to a document that this version does not have. */
export const boundToMissing = ({ name }: TrustedDocument): Sentence => ({
  code: 'TOKEN_OF_MISSING_DOCUMENT',
  parameters: { document: name },
})

/** The document that a token is bound to; null if it is unbound. The name is stored, so it outlives the document. */
export const boundDocumentOf = ({
  documentId,
  documentName,
}: {
  documentId: string | null
  documentName: string | null
}): TrustedDocument | null => (documentId === null ? null : { id: documentId, name: documentName ?? documentId })
