import { Prisma } from '../../generated/prisma/client.ts'
import { escapeLike } from '../../lib/text-folding.ts'
import { foldedColumns, stripSeparators } from './sql-match.ts'
import type { SearchSource, HitGroupConfig } from './search-sources.ts'
import type { Token, SearchTerms, FullTextQuery } from './search-terms.ts'
import { isFuzzyCandidate, typoPattern } from './typo-pattern.ts'

/** Rows ranked against each other per kind of match: more would not be read. */
const compared = 100

/** Candidates of a substring match that are examined: examining costs more than finding. */
const lookedAt = 200

/** Minimum length of an id prefix: shorter ones match too much. */
const leastOfId = 6

/** Query for matches by id or by words: whole ids first, then prefixes, then full text. Null if none can match. */
export function exactQuery(sort: HitGroupConfig, terms: SearchTerms, limit: number): Prisma.Sql | null {
  const { words, ids } = terms
  const rows = sort.places.flatMap((place) => [
    ...(place.ids.length > 0 && ids.length > 0 ? [byId(place, sort, ids)] : []),
    ...(place.columns.length > 0 && words !== null ? [byWords(place, sort, { ...terms, words })] : []),
  ])
  return rows.length > 0 ? best(rows, sort, terms, limit) : null
}

/** Query for rows that contain every part of the search as a substring. Null without parts. */
export function substringQuery(sort: HitGroupConfig, terms: SearchTerms, limit: number): Prisma.Sql | null {
  if (terms.parts.length === 0) return null
  return best(
    placesOfText(sort).map((place) => byParts(place, terms.parts, contains)),
    sort,
    terms,
    limit,
  )
}

/** Query for rows that contain the parts with at most one typo each. Null if no part is a fuzzy candidate. */
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

// Full text covers words only; the other parts must be contained as substrings.
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

// The stem of an unfinished word matches too much, so the last word also matches as an unstemmed prefix.
function fullText({ whole, last, beginning }: FullTextQuery) {
  const typed = Prisma.sql`(to_tsquery('spanish', ${last}) || to_tsquery('simple', ${beginning}))`
  return whole === null ? typed : Prisma.sql`(to_tsquery('spanish', ${whole}) && ${typed})`
}

/** The best row of each hit, and the best hits overall. */
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

/** One or two letters match only at the beginning of a word: inside words they are everywhere. */
const contains = ({ text, isWord }: Token, within: Prisma.Sql) =>
  Prisma.sql`${within} LIKE ${`%${isWord && text.length < 3 ? ' ' : ''}${escapeLike(text)}%`}`

const nearlyContains = (part: Token, within: Prisma.Sql) =>
  isFuzzyCandidate(part.text) ? Prisma.sql`${within} ~ ${typoPattern(part.text)}` : contains(part, within)

const anyOf = (conditions: readonly Prisma.Sql[]) => Prisma.sql`(${Prisma.join([...conditions], ' OR ')})`
