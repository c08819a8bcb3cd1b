import { useMutation, useQueryClient } from '@tanstack/react-query'
import { language } from '../../i18n.ts'
import { putText } from '../client/request.ts'
import { inventoryQuery } from './inventory.ts'
import { pendingRetirementsQuery } from './pendingRetirements.ts'
import { type EndpointImport } from '../restTypes.ts'

/** The OpenAPI document of a service, as JSON text. */
export type NewEndpointImport = { service: string; json: string }

/** Reports what an import would change, without changing anything. */
export const useImportDryRun = () =>
  useMutation({ mutationFn: (wanted: NewEndpointImport) => putDocument(wanted, '&dryRun=true') })

/**
 * Replaces the endpoints of a service by those of an OpenAPI document. Importing the same document again changes
 * nothing.
 */
export function useImportEndpoints() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (wanted: NewEndpointImport) => putDocument(wanted),
    // Also after an error: the server may have completed the import.
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: inventoryQuery.queryKey })
      void queryClient.invalidateQueries({ queryKey: pendingRetirementsQuery.queryKey })
    },
  })
}

const putDocument = ({ service, json }: NewEndpointImport, query = '') =>
  putText<EndpointImport>(
    `/api/admin/services/${encodeURIComponent(service)}/openapi/?language=${language}${query}`,
    json,
  )
