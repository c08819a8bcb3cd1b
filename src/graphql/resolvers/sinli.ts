import { DomainError } from '../../lib/errors.ts'
import type { Resolvers, SinliWarning } from '../../generated/graphql.ts'
import { findMessages, pageOfMessages, type StoredDocument } from '../../trade/inbound/message-queries.ts'
import { replayHelps } from '../../trade/inbound/failure-codes.ts'
import { connection, type PageArguments } from '../connection.ts'
import type { Context } from '../context.ts'

export const sinli = {
  Query: {
    sinliMessages: (_root, { filter, ...page }, { db }) =>
      connection(page, (limit, after) => pageOfMessages(db, filter ?? {}, limit, after)),
    sinliMessage: async (_root, { id }, { db }) => (await findMessages(db, [id]))[0] ?? null,
  },
  SinliMessage: {
    replayHelps: ({ status, code }) => (status === 'FAILED' ? replayHelps(code) : null),
    sender: ({ sender }) => (sender === null ? null : { id: sender }),
    receiver: ({ receiver }) => (receiver === null ? null : { id: receiver }),
    library: ({ libraryCode }, _args, { loaders }) => (libraryCode === null ? null : loaders.library.load(libraryCode)),
    attempts: ({ id }, _args, { loaders }) => loaders.sinliAttempts.load(id),
    warnings: async ({ id }, _args, { loaders }) => warningsOf((await loaders.sinliAttempts.load(id)).at(-1)),
    decoded: ({ id }, _args, { loaders }) => loaders.sinliDocument.load(id),
    text: async ({ id }, _args, { loaders }) => (await loaders.sinliText.load(id))?.text ?? null,
  },
  SinliParty: {
    name: async ({ id }, _args, { loaders }) => (await loaders.sinliParty.load(id))?.name ?? null,
    library: async ({ id }, _args, { loaders }) => {
      const party = await loaders.sinliParty.load(id)
      return party?.libraryCode ? loaders.library.load(party.libraryCode) : null
    },
  },
  SinliAttempt: {
    warnings: (attempt) => warningsOf(attempt),
  },
  SinliDocument: {
    lines: (document, page, context) => linesOf(document, page, context),
  },
  SinliLine: {
    id: ({ position }) => String(position),
  },
} satisfies Resolvers

const warningsOf = (attempt: { warnings: unknown } | undefined) => (attempt?.warnings ?? []) as SinliWarning[]

const linesOf = (
  { id: documentId, _count: { lines: totalCount } }: StoredDocument,
  page: PageArguments,
  { loaders }: Context,
) =>
  connection(page, async (limit, cursor) => {
    const after = positionIn(cursor)
    const rows = await loaders.sinliLines.load({ documentId, limit, after })
    return {
      rows: rows.map((row) => ({ ...row, id: String(row.position) })),
      more: after + limit + 1 < totalCount,
      totalCount,
    }
  })

function positionIn(cursor: string | null): number {
  const position = cursor === null ? -1 : Number(cursor)
  if (Number.isInteger(position) && position >= -1 && position < 1e9) return position
  throw new DomainError('INVALID_INPUT', 'This cursor is none of these lines: start again without one.')
}
