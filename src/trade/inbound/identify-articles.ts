import type { Database } from '../../database/database.ts'
import { foldAccents } from '../../lib/text-folding.ts'
import type { Failure } from './failure-codes.ts'
import type { Article, IdentifiedDocument } from './documents.ts'

/** Orders and movements of goods must identify every article; in other documents such a line is a warning. */
const exact = new Set(['PEDIDO', 'ENVIO', 'DEVOLU', 'ABONO'])

/**
 * Identifies the lines that have no ISBN, EAN or reference by their title, in the catalogue made of both parties'
 * LIBROS documents, including those `supposed` to be stored. Returns the articles by line position, or the failure.
 */
export async function identifyArticles(
  db: Database,
  decoded: IdentifiedDocument,
  supposed: readonly IdentifiedDocument[],
): Promise<Map<number, Article> | Failure> {
  const unknown = decoded.lines.flatMap((line, position) =>
    exact.has(decoded.document) && 'identifiedBy' in line && line.identifiedBy === null
      ? [{ position, line: Number(line.line), title: String(line.title ?? '') }]
      : [],
  )
  if (unknown.length === 0) return new Map()
  const stored = await readTitles(
    db,
    decoded,
    unknown.map(({ title }) => title),
  )
  const catalogue = asCatalogue([...stored, ...supposed.flatMap((other) => titlesIn(other, decoded))])
  const found = new Map<number, Article>()
  for (const { position, line, title } of unknown) {
    const article = catalogue.get(key(title))
    if (!article) return notIdentified(line, title)
    found.set(position, article)
  }
  return found
}

const notIdentified = (line: number, title: string): Failure => ({
  code: 'ARTICULO_NO_IDENTIFICADO',
  problem: `Line ${line} has neither ISBN nor EAN nor a reference, and no LIBROS of its parties has just one article called "${title.slice(0, 80)}".`,
})

/** Other documents cut titles at this many characters; LIBROS allows longer ones. */
const titleLength = 50

const key = (title: string) => foldAccents(title.slice(0, titleLength).trim())

type Titled = Article & { title: string }

async function readTitles(db: Database, { sender, receiver }: IdentifiedDocument, titles: readonly string[]) {
  const keys = titles.map(key).filter(Boolean)
  return db.$queryRaw<Titled[]>`
    SELECT DISTINCT l."isbn", l."ean", l."reference", l."title"
    FROM "SinliLine" l JOIN "SinliDocument" d ON d."id" = l."documentId"
    WHERE d."type" = 'LIBROS' AND d."sender" IN (${sender}, ${receiver}) AND coalesce(l."isbn", l."ean", l."reference") IS NOT NULL
      AND lower(regexp_replace(normalize(trim(left(l."title", ${titleLength}::int)), NFD), ${'[\u0300-\u036f]'}, '', 'g')) = ANY(${keys})`
}

function titlesIn(
  { document, sender, lines }: IdentifiedDocument,
  { sender: one, receiver: other }: IdentifiedDocument,
): Titled[] {
  if (document !== 'LIBROS' || (sender !== one && sender !== other)) return []
  return lines.flatMap(({ title, article, identifiedBy }) =>
    typeof title === 'string' && typeof article === 'string'
      ? [{ title, isbn: identifiedBy === 'isbn' ? article : null, ean: null, reference: null }]
      : [],
  )
}

// A title shared by two articles identifies neither.
function asCatalogue(rows: readonly Titled[]): Map<string, Article | null> {
  const catalogue = new Map<string, Article | null>()
  for (const row of rows) catalogue.set(key(row.title), catalogue.has(key(row.title)) ? null : row)
  return catalogue
}
