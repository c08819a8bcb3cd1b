import { DomainError } from '../../../lib/errors.ts'
import type { Resolvers } from '../../../generated/graphql.ts'
import {
  countFailures,
  countMessages,
  findMessages,
  listMessages,
  type StoredDocument,
} from '../../../trade/inbound/message-queries.ts'
import type { MessageWarning } from '../../../trade/inbound/parse-message.ts'
import { replayHelps } from '../../../trade/inbound/failure-codes.ts'
import { parseSentence } from '../../../trade/inbound/sentences.ts'
import { readMailboxStatus } from '../../../trade/mailbox/mailbox-state.ts'
import { connection, connectionBy, withTotal, type PageArguments } from '../../connection.ts'
import type { Context } from '../../context.ts'

export const sinli = {
  Query: {
    sinliMessages: (_root, { filter, ...page }, { db }) =>
      connection(page, (limit, after) =>
        withTotal(listMessages(db, filter ?? {}, limit, after), () => countMessages(db, filter ?? {})),
      ),
    sinliFailureCounts: (_root, { from, to }, { db }) => countFailures(db, from, to),
    sinliMailbox: (_root, _args, { db, config }) => readMailboxStatus(db, config.sinliMailbox),
    sinliMessage: async (_root, { id }, { db }) => (await findMessages(db, [id]))[0] ?? null,
  },
  SinliMailbox: {
    lastError: ({ error }) => error,
    lastErrorCode: ({ errorCode }) => errorCode,
    lastErrorAt: ({ errorAt }) => errorAt,
  },
  SinliMessage: {
    problemDetail: ({ problem }) => parseSentence(problem),
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
    problemDetail: ({ problem }) => parseSentence(problem),
    warnings: (attempt) => warningsOf(attempt),
    replay: ({ replayId }, _args, { loaders }) => (replayId === null ? null : loaders.replay.load(replayId)),
  },
  SinliWarning: {
    detail: ({ message }) => parseSentence(message),
  },
  SinliDocument: {
    documentDate: ({ date }) => date?.toISOString().slice(0, 10) ?? null,
    lines: (document, page, context) => linesOf(document, page, context),
  },
  SinliLine: {
    id: ({ documentId, position }) => `${documentId}:${position}`,
  },
} satisfies Resolvers

const warningsOf = (attempt: { warnings: unknown } | undefined) => (attempt?.warnings ?? []) as MessageWarning[]

const linesOf = ({ id: documentId }: StoredDocument, page: PageArguments, { loaders }: Context) =>
  connectionBy(positionOf, page, (limit, cursor) =>
    withTotal(
      loaders.sinliLines.load({ documentId, limit, after: positionIn(cursor) }),
      async () => (await loaders.sinliLineCount.load(documentId))?.count ?? 0,
    ),
  )

const positionOf = ({ position }: { position: number }) => String(position)

function positionIn(cursor: string | null): number {
  const position = cursor === null ? -1 : Number(cursor)
  if (Number.isInteger(position) && position >= -1 && position < 1e9) return position
  throw new DomainError('INVALID_INPUT', 'This cursor is none of these lines: start again without one.')
}
