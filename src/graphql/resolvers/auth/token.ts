import { expiresSoon } from '../../../auth/tokens/expires-soon.ts'
import { createToken, listTokens, revokeToken } from '../../../auth/tokens/manage-tokens.ts'
import { sharedSourceId } from '../../../monitoring/telemetry/sources/source-queries.ts'
import { countUnmatchedKeys, listUnmatchedKeys } from '../../../monitoring/telemetry/sources/unmatched-keys.ts'
import type { TokenKind } from '../../../auth/tokens/token-form.ts'
import type { NewApiToken, Resolvers } from '../../../generated/graphql.ts'
import { connection, withTotal } from '../../connection.ts'
import { actorOf, timeOf, type Context } from '../../context.ts'
import { sliceList } from '../../list-slice.ts'

export const token = {
  Query: {
    myTokens: async (_root, slice, { db, requireViewer }) =>
      sliceList(await listTokens(db, 'PERSONAL', requireViewer()), slice),
    trustedDocuments: (_root, slice, { documents }) => sliceList(documents, slice),
    sharedTelemetry: (_root, _args, { loaders }) => loaders.sourceTelemetry.load(sharedSourceId),
    unmatchedKeys: (_root, page, { db }) =>
      connection(page, (limit, after) => withTotal(listUnmatchedKeys(db, limit, after), () => countUnmatchedKeys(db))),
    serviceTokens: async (_root, slice, { db, requireViewer }) =>
      sliceList(await listTokens(db, 'SERVICE', requireViewer()), slice),
  },
  Mutation: {
    createMyToken: (_root, { input }, context) =>
      createToken(context.db, newToken('PERSONAL', input, context), actorOf(context), timeOf(context)),
    revokeMyToken: (_root, { id }, context) =>
      revokeToken(context.db, { kind: 'PERSONAL', id }, actorOf(context), timeOf(context)),
    createServiceToken: (_root, { input }, context) =>
      createToken(context.db, newToken('SERVICE', input, context), actorOf(context), timeOf(context)),
    revokeServiceToken: (_root, { id }, context) =>
      revokeToken(context.db, { kind: 'SERVICE', id }, actorOf(context), timeOf(context)),
  },
  ApiToken: {
    expiresSoon: (row, _args, context) => expiresSoon(row, timeOf(context)),
    telemetry: ({ serviceId }, _args, { loaders }) =>
      serviceId === null ? null : loaders.sourceTelemetry.load(serviceId),
  },
} satisfies Resolvers

const newToken = (kind: TokenKind, input: NewApiToken, { documents }: Context) => ({ kind, ...input, documents })
