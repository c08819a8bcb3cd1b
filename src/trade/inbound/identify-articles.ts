import type { Database } from '../../database/database.ts'
import { foldAccents } from '../../lib/text-folding.ts'
import { catalogueTypes, traitsOf } from '../../sinli/layouts/traits.ts'
import type { Failure } from './failure-codes.ts'
import type { Article, IdentifiedDocument } from './documents.ts'
import { storableText } from '../../lib/postgres-values.ts'

/**
 * Identifies the lines that have no ISBN, EAN or reference by their title, in the catalogue of both parties,
 * including documents `assumed` to be stored. Returns the articles by line position, or the failure.
 */
export async function identifyArticles(
  db: Database,
  decoded: IdentifiedDocument,
  assumed: readonly IdentifiedDocument[],
): Promise<Map<number, Article> | Failure> {
  const unknown = decoded.lines.flatMap((line, position) =>
    traitsOf(decoded.document).requiresArticles && 'identifiedBy' in line && line.identifiedBy === null
      ? [{ position, line: Number(line.line), title: String(line.title ?? '') }]
      : [],
  )
  if (unknown.length === 0) return new Map()
  const stored = await readTitles(
    db,
    decoded,
    unknown.map(({ title }) => title),
  )
  const catalogue = buildCatalogue([...stored, ...assumed.flatMap((other) => titlesIn(other, decoded))])
  const articles = new Map<number, Article>()
  for (const { position, line, title } of unknown) {
    const article = catalogue.get(titleKey(title))
    if (!article) return notIdentified(line, title)
    articles.set(position, article)
  }
  return articles
}

const notIdentified = (line: number, title: string): Failure => ({
  code: 'ARTICULO_NO_IDENTIFICADO',
  sentence: { code: 'ARTICLE_UNKNOWN', parameters: { line, title: storableText(title, 80) } },
})

/** Other documents cut titles at this many characters; LIBROS allows longer ones. */
const maxTitleLength = 50

const titleKey = (title: string) => foldAccents(storableText(title, maxTitleLength).trim())

type ArticleTitle = Article & { title: string }

async function readTitles(db: Database, { sender, receiver }: IdentifiedDocument, titles: readonly string[]) {
  const keys = titles.map(titleKey).filter(Boolean)
  return db.$queryRaw<ArticleTitle[]>`
    SELECT DISTINCT l."isbn", l."ean", l."reference", l."title"
    FROM "SinliLine" l JOIN "SinliDocument" d ON d."id" = l."documentId"
    WHERE d."type" = ANY(${catalogueTypes}) AND d."sender" IN (${sender}, ${receiver}) AND coalesce(l."isbn", l."ean", l."reference") IS NOT NULL
      AND lower(regexp_replace(normalize(trim(left(l."title", ${maxTitleLength}::int)), NFD), ${'[\u0300-\u036f]'}, '', 'g')) = ANY(${keys})`
}

function titlesIn({ document, sender, lines }: IdentifiedDocument, parties: IdentifiedDocument): ArticleTitle[] {
  if (!traitsOf(document).isCatalogue || (sender !== parties.sender && sender !== parties.receiver)) return []
  return lines.flatMap(({ title, article, identifiedBy }) =>
    typeof title === 'string' && typeof article === 'string'
      ? [{ title, isbn: identifiedBy === 'isbn' ? article : null, ean: null, reference: null }]
      : [],
  )
}

// A title shared by two articles identifies neither.
function buildCatalogue(rows: readonly ArticleTitle[]): Map<string, Article | null> {
  const catalogue = new Map<string, Article | null>()
  for (const row of rows) catalogue.set(titleKey(row.title), catalogue.has(titleKey(row.title)) ? null : row)
  return catalogue
}
