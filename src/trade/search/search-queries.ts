import { Prisma } from '../../generated/prisma/client.ts'
import { escapeLike } from '../../lib/text-folding.ts'
import { stripSeparators } from './sql-match.ts'
import type { SearchSource, HitGroupConfig } from './search-sources.ts'
import type { Token, SearchTerms, FullTextQuery } from './search-terms.ts'
import { isFuzzyCandidate, typoPattern } from './typo-pattern.ts'

/** Maximum rows ranked per kind of match. */
const maxRanked = 100

/** Maximum candidates of a substring match that are examined, because examining costs more than finding them. */
const maxCandidates = 200

/** Minimum length of an id prefix: shorter ones match too much. */
const minIdPrefixLength = 6

/** Query for matches by id or by words: whole ids first, then prefixes, then full text. Null if none can match. */
export function exactQuery(group: HitGroupConfig, terms: SearchTerms, limit: number): Prisma.Sql | null {
  const { words, ids } = terms
  const rows = group.sources.flatMap((source) => [
    ...(source.ids.length > 0 && ids.length > 0 ? [byId(source, group, ids)] : []),
    ...(hasText(source) && words !== null ? [byWords(source, group, { ...terms, words })] : []),
  ])
  return rows.length > 0 ? best(rows, group, terms, limit) : null
}

/** Query for rows that contain every part of the search as a substring. Null without parts. */
export function substringQuery(group: HitGroupConfig, terms: SearchTerms, limit: number): Prisma.Sql | null {
  if (terms.parts.length === 0) return null
  return best(
    textSources(group).map((source) => byParts(source, terms.parts, contains)),
    group,
    terms,
    limit,
  )
}

/** Query for rows that contain the parts with at most one typo each. Null if no part is a fuzzy candidate. */
export function fuzzyQuery(group: HitGroupConfig, terms: SearchTerms, limit: number): Prisma.Sql | null {
  if (!terms.parts.some(({ text }) => isFuzzyCandidate(text))) return null
  return best(
    textSources(group).map((source) => byParts(source, terms.parts, containsWithTypo)),
    group,
    terms,
    limit,
  )
}

type TextSource = SearchSource & { text: Prisma.Sql }

const hasText = (source: SearchSource): source is TextSource => source.text !== null

const textSources = ({ sources }: HitGroupConfig) => sources.filter(hasText)

function byId(source: SearchSource, { direction }: HitGroupConfig, ids: readonly string[]) {
  const isWhole = anyOf(
    source.ids.map((column) => Prisma.sql`${stripSeparators(column)} IN (${Prisma.join([...ids])})`),
  )
  const begins = (column: Prisma.Sql) =>
    ids.map((id) => Prisma.sql`${stripSeparators(column)} LIKE ${`${escapeLike(id)}%`}`)
  const isLong = ids.every(({ length }) => length >= minIdPrefixLength)
  return Prisma.sql`(SELECT ${hit(source)}, CASE WHEN ${isWhole} THEN 0 ELSE 1 END AS "rank" FROM ${source.from}
    WHERE ${isLong ? anyOf(source.ids.flatMap(begins)) : isWhole} ORDER BY "rank", "order" ${direction} LIMIT ${maxRanked})`
}

// Full text finds words only. The other parts of the search must be contained as substrings.
function byWords(
  source: TextSource,
  { direction }: HitGroupConfig,
  { words, parts }: SearchTerms & { words: FullTextQuery },
) {
  const { text } = source
  const others = parts.filter(({ isWord }) => !isWord).map((part) => Prisma.sql`AND ${contains(part, text)}`)
  return Prisma.sql`(SELECT ${hit(source)}, 2 AS "rank" FROM ${source.from}
    WHERE to_tsvector('spanish', ${text}) @@ ${fullText(words)} ${others.length > 0 ? Prisma.join(others, ' ') : Prisma.empty}
    ORDER BY "order" ${direction} LIMIT ${maxRanked})`
}

// The stem of an unfinished word matches too much, so the last word also matches as an unstemmed prefix.
function fullText({ whole, last, beginning }: FullTextQuery) {
  const typed = Prisma.sql`(to_tsquery('spanish', ${last}) || to_tsquery('simple', ${beginning}))`
  return whole === null ? typed : Prisma.sql`(to_tsquery('spanish', ${whole}) && ${typed})`
}

/** Query for the best hits, each shown by its best row. */
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

function byParts(source: TextSource, parts: readonly Token[], matches: (part: Token, text: Prisma.Sql) => Prisma.Sql) {
  const conditions = parts.map((part) => matches(part, source.text))
  return Prisma.sql`(SELECT ${hit(source)}, 3 AS "rank" FROM ${source.from}
    WHERE ${Prisma.join(conditions, ' AND ')} LIMIT ${maxCandidates})`
}

/** Condition that a text contains a part. One or two letters match only at the beginning of a word. */
const contains = ({ text, isWord }: Token, within: Prisma.Sql) =>
  Prisma.sql`${within} LIKE ${`%${isWord && text.length < 3 ? ' ' : ''}${escapeLike(text)}%`}`

const containsWithTypo = (part: Token, within: Prisma.Sql) =>
  isFuzzyCandidate(part.text) ? Prisma.sql`${within} ~ ${typoPattern(part.text)}` : contains(part, within)

const anyOf = (conditions: readonly Prisma.Sql[]) => Prisma.sql`(${Prisma.join([...conditions], ' OR ')})`
