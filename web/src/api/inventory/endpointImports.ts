import { useMutation, useQueryClient } from '@tanstack/react-query'
import { language } from '../../i18n.ts'
import { putText } from '../client/request.ts'
import { inventoryQuery } from './inventory.ts'
import { pendingRetirementsQuery } from './pendingRetirements.ts'
import { type EndpointImport } from '../restTypes.ts'

/** An OpenAPI document, as text, of a service. */
export type NewEndpointImport = { service: string; json: string }

/** Says what an import would change; changes nothing. */
export const useImportDryRun = () =>
  useMutation({ mutationFn: (wanted: NewEndpointImport) => putDocument(wanted, '&dryRun=true') })

/** Makes the endpoints of a service those of a document. The same document again changes nothing. */
export function useImportEndpoints() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (wanted: NewEndpointImport) => putDocument(wanted),
    // Also after an error: the server may have finished it.
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
