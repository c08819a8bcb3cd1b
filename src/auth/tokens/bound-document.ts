import { invalidField } from '../../lib/errors.ts'
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
  if (kind === 'SERVICE') throw invalidField('documentId', 'Only a personal token can be bound to a document.')
  const document = documents.find(({ id }) => id === documentId)
  if (!document) throw invalidField('documentId', 'No query and no subscription of the admin application has this id.')
  return document
}

/** The error message for any use of a bound token other than its document. */
export const boundTokenMessage = ({ name }: TrustedDocument): string =>
  `The token allows nothing but the document ${name}.`

/** The error message for a token bound to a document that this version does not have. */
export const missingDocumentMessage = ({ name }: TrustedDocument): string =>
  `The token allows nothing but the document ${name}, which this version does not have: create another token.`

/** The document that a token is bound to; null if it is unbound. The name is stored, so it outlives the document. */
export const boundDocumentOf = ({
  documentId,
  documentName,
}: {
  documentId: string | null
  documentName: string | null
}): TrustedDocument | null => (documentId === null ? null : { id: documentId, name: documentName ?? documentId })
