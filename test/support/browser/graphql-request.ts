import type { Request } from 'playwright-core'
import { readTrustedDocuments } from '../../../src/graphql/http/trusted-documents.ts'

const documents = readTrustedDocuments()

type Body = { query?: string; documentId?: string; variables?: Record<string, string> }

/** The GraphQL document and variables of a page's request; the document is looked up if the page sends only its id. */
export function askedIn(request: Request): { query: string; variables: Record<string, string> } {
  const { query, documentId = '', variables = {} } = (request.postDataJSON() ?? {}) as Body
  return { query: query ?? documents.textOf(documentId) ?? '', variables }
}
