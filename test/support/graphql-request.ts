import type { Request } from 'playwright-core'
import { readTrustedDocuments } from '../../src/graphql/http/trusted-documents.ts'

const documents = readTrustedDocuments()

type Body = { query?: string; documentId?: string; variables?: Record<string, string> }

/** What a page asks of GraphQL: the text of the document, which it names by its id, and the variables. */
export function askedIn(request: Request): { query: string; variables: Record<string, string> } {
  const { query, documentId = '', variables = {} } = (request.postDataJSON() ?? {}) as Body
  return { query: query ?? documents.textOf(documentId) ?? '', variables }
}
