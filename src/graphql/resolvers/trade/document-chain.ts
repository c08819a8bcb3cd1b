import type { Resolvers } from '../../../generated/graphql.ts'
import { firstOf, sliceList } from '../../list-slice.ts'
import { readChain } from '../../../trade/chain/read-chain.ts'

/** Maximum articles listed. Further articles are only counted. */
export const maxLines = 500

/** Maximum number of references listed, and maximum number of documents listed that are not stored. */
export const maxReferences = 1_000

export const documentChain = {
  Query: {
    documentChain: (_root, { sinliDocumentId }, { db }) => readChain(db, sinliDocumentId),
  },
  DocumentChain: {
    documents: ({ documents }, slice) => sliceList(documents, slice),
    truncated: ({ truncated, notReceived, links }) =>
      truncated || Math.max(notReceived.length, links.length) > maxReferences,
    notReceived: ({ notReceived }, slice) => sliceList(notReceived.slice(0, maxReferences), slice),
    links: ({ links }, slice) => firstOf(links.slice(0, maxReferences), slice),
    lines: ({ lines }, slice) => firstOf(lines.slice(0, maxLines), slice),
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
