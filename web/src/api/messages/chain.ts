import { useQuery } from '@tanstack/react-query'
import {
  type ChainQuantitiesFragment,
  DocumentChainDocument,
  type DocumentChainQuery,
} from '../../generated/graphql.ts'
import { requestGraphQL } from '../client/request.ts'

export type Chain = NonNullable<DocumentChainQuery['documentChain']>
export type ChainDocument = Chain['documents'][number]
export type ChainLine = Chain['lines'][number]
export type ChainQuantities = ChainQuantitiesFragment

const REFETCH_INTERVAL_MS = 15_000

/** The chain of a stored document; null if no document has this id. */
export const useDocumentChain = (documentId: string) =>
  useQuery({
    queryKey: ['chain', documentId],
    queryFn: async ({ signal }) =>
      (await requestGraphQL(DocumentChainDocument, { id: documentId }, signal)).documentChain ?? null,
    refetchInterval: REFETCH_INTERVAL_MS,
  })
