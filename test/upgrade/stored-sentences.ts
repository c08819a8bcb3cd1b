import { readFile } from 'node:fs/promises'
import type { RootDatabase } from '../../src/database/database.ts'
import { groupBy } from '../../src/lib/group-by.ts'

/** A sentence that an earlier version stored; `path` leads to it in a column of JSON. */
export type StoredSentence = {
  table: string
  column: string
  path?: (string | number)[]
  key: Record<string, string | number>
  text: string
  /** The sentence with names in braces instead of its values. */
  template: string
}

/** The sentences in the dump of a version. */
export const readSentences = async (version: string): Promise<StoredSentence[]> =>
  JSON.parse(await readFile(new URL(`${version}/sentences.json`, import.meta.url), 'utf8')) as StoredSentence[]

/** The Spanish texts of sentences about messages, as the web application of a version showed them. */
export const readSpanish = async (version: string): Promise<Record<string, string>> =>
  JSON.parse(await readFile(new URL(`${version}/sentences.es.json`, import.meta.url), 'utf8')) as Record<string, string>

/** The sentences that their rows no longer have. */
export async function findChanged(db: RootDatabase, sentences: readonly StoredSentence[]): Promise<StoredSentence[]> {
  const changed: StoredSentence[] = []
  for (const some of groupBy(sentences, ({ table, column }) => `${table}.${column}`).values()) {
    const values = await readColumn(db, some)
    changed.push(...some.filter(({ key, path, text }) => textAt(values.get(nameOf(key)), path) !== text))
  }
  return changed
}

/** The values of a column by the keys of their rows. */
async function readColumn(db: RootDatabase, [first]: readonly StoredSentence[]): Promise<Map<string, unknown>> {
  if (!first) return new Map()
  const { table, column, key } = first
  const columns = [...Object.keys(key), column].map((name) => `"${name}"`)
  const rows = await db.$queryRawUnsafe<Record<string, unknown>[]>(`SELECT ${columns.join(', ')} FROM "${table}"`)
  return new Map(rows.map(({ [column]: value, ...rest }) => [nameOf(rest), value]))
}

const nameOf = (key: Record<string, unknown>) => Object.values(key).join(' ')

function textAt(value: unknown, path: StoredSentence['path']): unknown {
  if (path === undefined) return value
  const json: unknown = typeof value === 'string' ? JSON.parse(value) : value
  return path.reduce((inner, name) => (inner as Record<string | number, unknown>)[name], json)
}
