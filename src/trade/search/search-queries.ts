import { Prisma } from '../../generated/prisma/client.ts'
import { escapeLike } from '../../lib/text-folding.ts'
import { foldedColumns, stripSeparators } from './sql-match.ts'
import type { SearchSource, HitGroupConfig } from './search-sources.ts'
import type { Token, SearchTerms, FullTextQuery } from './search-terms.ts'
import { isFuzzyCandidate, typoPattern } from './typo-pattern.ts'

/** So many rows are compared with one another, of those that match in the same way: more would not be read. */
const compared = 100

/** Of those that merely contain it, so many are looked at: to look costs more than to find. */
const lookedAt = 200

/** The beginning of an id has at least so many characters: fewer say nothing. */
const leastOfId = 6

/** What matches by its id or by its words: whole ids first, then their beginnings, then full text. Null where nothing can. */
export function exactQuery(sort: HitGroupConfig, terms: SearchTerms, limit: number): Prisma.Sql | null {
  const { words, ids } = terms
  const rows = sort.places.flatMap((place) => [
    ...(place.ids.length > 0 && ids.length > 0 ? [byId(place, sort, ids)] : []),
    ...(place.columns.length > 0 && words !== null ? [byWords(place, sort, { ...terms, words })] : []),
  ])
  return rows.length > 0 ? best(rows, sort, terms, limit) : null
}

/** What contains every part of what is looked for somewhere in it. Null where nothing can. */
export function substringQuery(sort: HitGroupConfig, terms: SearchTerms, limit: number): Prisma.Sql | null {
  if (terms.parts.length === 0) return null
  return best(
    placesOfText(sort).map((place) => byParts(place, terms.parts, contains)),
    sort,
    terms,
    limit,
  )
}

/** What contains parts that are a slip away from those that are looked for. Null where none may be. */
export function fuzzyQuery(sort: HitGroupConfig, terms: SearchTerms, limit: number): Prisma.Sql | null {
  if (!terms.parts.some(({ text }) => isFuzzyCandidate(text))) return null
  return best(
    placesOfText(sort).map((place) => byParts(place, terms.parts, nearlyContains)),
    sort,
    terms,
    limit,
  )
}

const placesOfText = ({ places }: HitGroupConfig) => places.filter(({ columns }) => columns.length > 0)

function byId(place: SearchSource, { direction }: HitGroupConfig, ids: readonly string[]) {
  const isWhole = anyOf(place.ids.map((column) => Prisma.sql`${stripSeparators(column)} IN (${Prisma.join([...ids])})`))
  const begins = (column: Prisma.Sql) =>
    ids.map((id) => Prisma.sql`${stripSeparators(column)} LIKE ${`${escapeLike(id)}%`}`)
  const isLong = ids.every(({ length }) => length >= leastOfId)
  return Prisma.sql`(SELECT ${hit(place)}, CASE WHEN ${isWhole} THEN 0 ELSE 1 END AS "rank" FROM ${place.from}
    WHERE ${isLong ? anyOf(place.ids.flatMap(begins)) : isWhole} ORDER BY "rank", "order" ${direction} LIMIT ${compared})`
}

// What is no word is beyond full text, and yet it is looked for.
function byWords(
  place: SearchSource,
  { direction }: HitGroupConfig,
  { words, parts }: SearchTerms & { words: FullTextQuery },
) {
  const text = foldedColumns(place.columns)
  const others = parts.filter(({ isWord }) => !isWord).map((part) => Prisma.sql`AND ${contains(part, text)}`)
  return Prisma.sql`(SELECT ${hit(place)}, 2 AS "rank" FROM ${place.from}
    WHERE to_tsvector('spanish', ${text}) @@ ${fullText(words)} ${others.length > 0 ? Prisma.join(others, ' ') : Prisma.empty}
    ORDER BY "order" ${direction} LIMIT ${compared})`
}

// The stem of a beginning would be the beginning of too much: what is being typed is taken as it is, too.
function fullText({ whole, last, beginning }: FullTextQuery) {
  const typed = Prisma.sql`(to_tsquery('spanish', ${last}) || to_tsquery('simple', ${beginning}))`
  return whole === null ? typed : Prisma.sql`(to_tsquery('spanish', ${whole}) && ${typed})`
}

/** The best row of each hit, and the best hits of all. */
const best = (
  rows: readonly Prisma.Sql[],
  { direction }: HitGroupConfig,
  { whole }: SearchTerms,
  limit: number,
) => Prisma.sql`
  SELECT "id", "title", "detail" FROM (
    SELECT DISTINCT ON ("id") * FROM (${Prisma.join([...rows], ' UNION ALL ')}) "matching" ORDER BY "id", "rank"
  ) "best"
  ORDER BY "rank", word_similarity(${whole}, "folded"("title")) DESC, "order" ${direction}, "id" LIMIT ${limit}`

const hit = ({ id, title, detail, order }: SearchSource) =>
  Prisma.sql`${id} AS "id", ${title} AS "title", ${detail} AS "detail", ${order} AS "order"`

function byParts(place: SearchSource, parts: readonly Token[], isIn: (part: Token, text: Prisma.Sql) => Prisma.Sql) {
  const conditions = parts.map((part) => isIn(part, foldedColumns(place.columns)))
  return Prisma.sql`(SELECT ${hit(place)}, 3 AS "rank" FROM ${place.from}
    WHERE ${Prisma.join(conditions, ' AND ')} LIMIT ${lookedAt})`
}

/** One or two letters are the beginning of a word: inside one they would be everywhere. */
const contains = ({ text, isWord }: Token, within: Prisma.Sql) =>
  Prisma.sql`${within} LIKE ${`%${isWord && text.length < 3 ? ' ' : ''}${escapeLike(text)}%`}`

const nearlyContains = (part: Token, within: Prisma.Sql) =>
  isFuzzyCandidate(part.text) ? Prisma.sql`${within} ~ ${typoPattern(part.text)}` : contains(part, within)

const anyOf = (conditions: readonly Prisma.Sql[]) => Prisma.sql`(${Prisma.join([...conditions], ' OR ')})`
