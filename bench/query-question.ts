import { readdirSync, readFileSync } from 'node:fs'
import { parse, print, separateOperations } from 'graphql'
import type { Asked } from './processes/request.ts'

const folder = new URL('../web/src/api/', import.meta.url)

/** The exact query of the Endpoints view of the admin application, with its fragments. */
export function readQuestion(): string {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.graphql'))
  const all = parse(files.map((file) => readFileSync(new URL(file, folder), 'utf8')).join('\n'))
  const { Inventory: question } = separateOperations(all)
  if (!question) throw new Error('The admin application has no operation called Inventory any more.')
  return print(question)
}

const documents = new URL('../dist/web/trusted-documents.json', import.meta.url)

/** The document id of that query in Vigía's build. */
export function readQuestionId(): string {
  const texts = Object.entries(JSON.parse(readFileSync(documents, 'utf8')) as Record<string, string>)
  const [id] = texts.find(([, text]) => /query Inventory\b/.test(text)) ?? []
  if (id === undefined) throw new Error('The build of the admin application has no operation called Inventory.')
  return id
}

/** Builds the HTTP request for a query. */
export const asking = (question: object, headers: Record<string, string>): Asked => ({
  method: 'POST',
  path: '/graphql',
  headers: { accept: 'application/json', 'content-type': 'application/json', ...headers },
  body: JSON.stringify({ variables: {}, ...question }),
})
