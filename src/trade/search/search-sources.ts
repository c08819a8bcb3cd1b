import type { Permission } from '../../auth/permissions.ts'
import { Prisma } from '../../generated/prisma/client.ts'
import { foldedColumns } from './sql-match.ts'

/** A source of hits: tables, columns shown for a hit, searched text, and id columns. */
export type SearchSource = {
  /** Tables with their aliases. */
  from: Prisma.Sql
  id: Prisma.Sql
  title: Prisma.Sql
  detail: Prisma.Sql
  /** Order among the hits of a group that match equally well. */
  order: Prisma.Sql
  /** The searched text, folded: the expression of an index. Null if only ids are searched. */
  text: Prisma.Sql | null
  /** The columns matched whole or by prefix. */
  ids: Prisma.Sql[]
}

/** The sources of one group of hits, the order among hits that match equally well, and who may read them. */
export type HitGroupConfig = { sources: SearchSource[]; direction: Prisma.Sql; permission: Permission }

/** Everything an operator can search. Libraries and customers are ordered by name, events newest first. */
export const searchGroups = {
  libraries: { sources: [libraries()], direction: Prisma.sql`ASC`, permission: 'read:Library' },
  customers: { sources: [customers()], direction: Prisma.sql`ASC`, permission: 'read:Customer' },
  endpoints: { sources: [endpoints()], direction: Prisma.sql`ASC`, permission: 'read:Inventory' },
  incidents: { sources: [incidents()], direction: Prisma.sql`DESC`, permission: 'read:Incident' },
  messages: {
    sources: [messages(), documents(), lines(), ...salvaged()],
    direction: Prisma.sql`DESC`,
    permission: 'read:Integration',
  },
} satisfies Record<string, HitGroupConfig>

// OFFSET keeps the index of the texts first: as a plain join, the planner may start from the subjects.
function libraries(): SearchSource {
  return {
    from: Prisma.sql`"Library" l CROSS JOIN LATERAL (
      SELECT FROM "Subject" s WHERE s."id" = l."subjectId" AND s."retiredAt" IS NULL OFFSET 0) AS present`,
    id: Prisma.sql`l."code"`,
    title: Prisma.sql`l."name"`,
    detail: Prisma.sql`concat_ws(', ', l."city", l."province")`,
    order: Prisma.sql`l."name"`,
    text: Prisma.sql`l."searchText"`,
    ids: columns('l', 'code', 'sinliId'),
  }
}

function customers(): SearchSource {
  return {
    from: Prisma.sql`"Customer" c`,
    id: Prisma.sql`c."id"`,
    title: Prisma.sql`c."name"`,
    detail: Prisma.sql`c."email"`,
    order: Prisma.sql`c."name"`,
    text: Prisma.sql`c."searchText"`,
    ids: columns('c', 'id'),
  }
}

// The text needs no index: there are at most a few dozen endpoints.
function endpoints(): SearchSource {
  return {
    from: Prisma.sql`"Endpoint" e JOIN "Subject" s ON s."id" = e."subjectId" AND s."retiredAt" IS NULL
      LEFT JOIN "Area" a ON a."id" = e."areaId"`,
    id: Prisma.sql`e."id"`,
    title: Prisma.sql`s."name"`,
    detail: Prisma.sql`a."name"`,
    order: Prisma.sql`e."position"`,
    text: foldedColumns([...columns('s', 'key', 'name'), ...columns('a', 'name')]),
    ids: [],
  }
}

function incidents(): SearchSource {
  return {
    from: Prisma.sql`"Incident" i JOIN "Subject" s ON s."id" = i."subjectId"`,
    id: Prisma.sql`i."id"`,
    title: Prisma.sql`s."name"`,
    detail: Prisma.sql`i."status"::text`,
    order: Prisma.sql`i."openedAt"`,
    text: foldedColumns(columns('s', 'key', 'name')),
    ids: columns('i', 'id'),
  }
}

function messages(): SearchSource {
  const message = messageSource(Prisma.empty)
  // Only a Message-ID is searched as text, not the hash that identifies a message without one.
  const messageId = Prisma.sql`substring(m."identity" from '.*@.*')`
  const textColumns = columns('m', 'document', 'sender', 'receiver', 'code', 'toldSubject')
  return { ...message, text: foldedColumns([...textColumns, messageId]), ids: columns('m', 'id', 'sender', 'receiver') }
}

function documents(): SearchSource {
  const message = messageSource(Prisma.sql`JOIN "SinliDocument" d ON d."messageId" = m."id"`)
  return { ...message, detail: messageDetail(Prisma.sql`d."number"`), text: null, ids: columns('d', 'number') }
}

function lines(): SearchSource {
  const message = messageSource(
    Prisma.sql`JOIN "SinliDocument" d ON d."messageId" = m."id" JOIN "SinliLine" n ON n."documentId" = d."id"`,
  )
  const detail = messageDetail(Prisma.sql`d."number", n."isbn", n."title"`)
  return { ...message, detail, text: foldedColumns(columns('n', 'title')), ids: columns('n', 'isbn', 'ean') }
}

/** Sources for failed messages, which have no document: their legible parts, and the registered names of parties. */
export function salvaged(): SearchSource[] {
  return [salvagedParts(), salvagedParties()]
}

function salvagedParts(): SearchSource {
  return {
    ...salvagedSource(
      Prisma.sql`JOIN "SalvagedPart" p ON p."messageId" = m."id"`,
      Prisma.sql`coalesce(p."number", s."number"), p."isbn", p."text"`,
    ),
    text: foldedColumns(columns('p', 'text')),
    ids: columns('p', 'number', 'isbn', 'ean'),
  }
}

// Names are read from today's records, because many messages fail before their party is registered. OFFSET makes the
// planner fold each name once, and only the few names of parties of failed messages.
function salvagedParties(): SearchSource {
  const named = Prisma.sql`(
    SELECT party."id", registered."name"
    FROM (SELECT DISTINCT unnest(ARRAY["sender", "receiver"]) AS "id" FROM "SalvagedDocument") party
    CROSS JOIN LATERAL (
      SELECT "name" FROM "Library" WHERE "sinliId" IN (upper(party."id"), lower(party."id"))
      UNION SELECT "name" FROM "Supplier" WHERE "sinliId" = upper(party."id")
    ) registered OFFSET 0)`
  return {
    ...salvagedSource(
      Prisma.sql`CROSS JOIN LATERAL unnest(ARRAY[s."sender", s."receiver"]) AS party("id") JOIN ${named} n ON n."id" = party."id"`,
      Prisma.sql`s."number", n."name"`,
    ),
    text: foldedColumns(columns('n', 'name')),
    ids: [],
  }
}

// Only failed messages: an instance of an older version does not delete the legible parts of a message it processes.
function salvagedSource(joined: Prisma.Sql, detail: Prisma.Sql) {
  return {
    ...messageSource(
      Prisma.sql`JOIN "SalvagedDocument" s ON s."messageId" = m."id" AND m."status" = 'FAILED' ${joined}`,
    ),
    title: Prisma.sql`concat_ws(' ', coalesce(s."type", m."document", 'SINLI'), coalesce(s."sender", m."sender"))`,
    detail: messageDetail(detail),
  }
}

function messageSource(joined: Prisma.Sql) {
  return {
    from: Prisma.sql`"InboundMessage" m ${joined}`,
    id: Prisma.sql`m."id"`,
    title: Prisma.sql`concat_ws(' ', coalesce(m."document", 'SINLI'), m."sender")`,
    detail: Prisma.sql`lower(m."status"::text)`,
    order: Prisma.sql`m."receivedAt"`,
  }
}

function messageDetail(more: Prisma.Sql) {
  return Prisma.sql`concat_ws(' · ', lower(m."status"::text), ${more})`
}

function columns(table: string, ...names: string[]) {
  return names.map((name) => Prisma.raw(`${table}."${name}"`))
}
