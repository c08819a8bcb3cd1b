import type { Resolvers } from '../../../generated/graphql.ts'
import { readChain } from '../../../trade/chain/read-chain.ts'

/** Articles beyond these are only counted. */
const maxLines = 500

export const documentChain = {
  Query: {
    documentChain: (_root, { sinliDocumentId }, { db }) => readChain(db, sinliDocumentId),
  },
  DocumentChain: {
    lines: ({ lines }) => lines.slice(0, maxLines),
    lineCount: ({ lines }) => lines.length,
  },
  ChainDocument: {
    sender: ({ sender }) => ({ id: sender }),
    receiver: ({ receiver }) => ({ id: receiver }),
  },
  ReferencedDocument: {
    sender: ({ sender }) => ({ id: sender }),
    receiver: ({ receiver }) => ({ id: receiver }),
  },
} satisfies Resolvers
