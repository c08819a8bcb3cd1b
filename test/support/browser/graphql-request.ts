import type { Page, Request } from 'playwright-core'
import { readTrustedDocuments } from '../../../src/graphql/http/trusted-documents.ts'

const documents = readTrustedDocuments()

type Body = { query?: string; documentId?: string; variables?: Record<string, string> }

/** The GraphQL document and variables of a page's request; the document is looked up if the page sends only its id. */
export function askedIn(request: Request): { query: string; variables: Record<string, string> } {
  const { query, documentId = '', variables = {} } = (request.postDataJSON() ?? {}) as Body
  return { query: query ?? documents.textOf(documentId) ?? '', variables }
}

/** Holds requests of an operation until the returned function is called. */
export async function holdRequests(page: Page, operation: string): Promise<() => void> {
  let letGo: () => void = () => undefined
  const free = new Promise<void>((resolve) => (letGo = resolve))
  await page.route('**/graphql', async (route) => {
    if (askedIn(route.request()).query.includes(operation)) await free
    await route.continue()
  })
  return letGo
}
