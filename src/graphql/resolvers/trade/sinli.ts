import { ofAnotherList } from '../../../lib/ordering.ts'
import type { Resolvers } from '../../../generated/graphql.ts'
import {
  countFailures,
  countMessages,
  findMessages,
  listMessages,
  placeOfMessage,
  type StoredDocument,
} from '../../../trade/inbound/message-queries.ts'
import { replayHelps } from '../../../trade/inbound/failure-codes.ts'
import type { StoredWarning } from '../../../trade/inbound/process-attempt.ts'
import { detailOf, textIn } from '../../../messages/sinli/stored.ts'
import { readMailboxStatus } from '../../../trade/mailbox/mailbox-state.ts'
import { connectionBy, withTotal, type PageArguments } from '../../connection.ts'
import type { Context } from '../../context.ts'
import { languageOf } from '../../language-argument.ts'
import { firstOf, sliceList } from '../../list-slice.ts'

export const sinli = {
  Query: {
    sinliMessages: (_root, { filter, ...page }, { db }) =>
      connectionBy(placeOfMessage, page, (limit, after) =>
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
    problem: (message, { language }) => textIn(languageOf(language, 'EN'), sentenceOf(message)),
    problemDetail: (message) => detailOf(sentenceOf(message)),
    replayHelps: ({ status, code }) => (status === 'FAILED' ? replayHelps(code) : null),
    sender: ({ sender }) => (sender === null ? null : { id: sender }),
    receiver: ({ receiver }) => (receiver === null ? null : { id: receiver }),
    library: ({ libraryCode }, _args, { loaders }) => (libraryCode === null ? null : loaders.library.load(libraryCode)),
    attempts: async ({ id }, slice, { loaders }) => sliceList(await loaders.sinliAttempts.load(id), slice),
    warnings: async ({ id }, slice, { loaders }) =>
      firstOf(warningsOf((await loaders.sinliAttempts.load(id)).at(-1)), slice),
    decoded: ({ id }, _args, { loaders }) => loaders.sinliDocument.load(id),
    salvaged: ({ id }, _args, { loaders }) => loaders.sinliSalvage.load(id),
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
    id: ({ id }) => String(id),
    problem: (message, { language }) => textIn(languageOf(language, 'EN'), sentenceOf(message)),
    problemDetail: (message) => detailOf(sentenceOf(message)),
    warnings: (attempt, slice) => firstOf(warningsOf(attempt), slice),
    replay: ({ replayId }, _args, { loaders }) => (replayId === null ? null : loaders.replay.load(replayId)),
  },
  SinliWarning: {
    message: ({ message, sentence }, { language }) => textIn(languageOf(language, 'EN'), { text: message, sentence }),
    detail: ({ message, sentence }) => detailOf({ text: message, sentence }),
  },
  SinliDocument: {
    documentDate: ({ date }) => date?.toISOString().slice(0, 10) ?? null,
    lines: (document, page, context) => linesOf(document, page, context),
  },
  SinliSalvage: {
    documentDate: ({ date }) => date?.toISOString().slice(0, 10) ?? null,
    sender: ({ sender }) => (sender === null ? null : { id: sender }),
    receiver: ({ receiver }) => (receiver === null ? null : { id: receiver }),
  },
  SinliLine: {
    id: ({ documentId, position }) => `${documentId}:${position}`,
  },
} satisfies Resolvers

const sentenceOf = ({ problem, sentence }: { problem: string | null; sentence: unknown }) => ({
  text: problem,
  sentence,
})

const warningsOf = (attempt: { warnings: unknown } | undefined) => (attempt?.warnings ?? []) as StoredWarning[]

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
  throw ofAnotherList()
}
