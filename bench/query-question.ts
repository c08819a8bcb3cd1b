import { readFileSync } from 'node:fs'
import type { Asked } from './processes/request.ts'

const built = new URL('../dist/web/trusted-documents.json', import.meta.url)

/** The documents of the admin application in Vigía's build, with their ids. */
export const readDocuments = (): { id: string; text: string }[] =>
  Object.entries(JSON.parse(readFileSync(built, 'utf8')) as Record<string, string>).map(([id, text]) => ({ id, text }))

/** The query of the Endpoints view, and its id. */
export function readQuestion(): { id: string; text: string } {
  const found = readDocuments().find(({ text }) => /query Inventory\b/.test(text))
  if (!found) throw new Error('The build of the admin application has no operation called Inventory.')
  return found
}

/** Builds the HTTP request for a query. */
export const asking = (question: object, headers: Record<string, string>): Asked => ({
  method: 'POST',
  path: '/graphql',
  headers: { accept: 'application/json', 'content-type': 'application/json', ...headers },
  body: JSON.stringify({ variables: {}, ...question }),
})

/** Digits that differ in each request. */
export const numbered = '0000000000'
