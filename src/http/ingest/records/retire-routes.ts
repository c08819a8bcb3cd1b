import { requireUnreservedKey } from '../../../trade/records/reserved-keys.ts'
import type { SubjectRef } from '../../../monitoring/incidents/retire-subject.ts'
import type { RequestContext } from '../../routing/define-route.ts'
import { answer, operation } from '../../routing/define-route.ts'
import type { Deps } from '../../deps.ts'
import { recordDefaults } from '../defaults.ts'
import { IntegrationParams, LibraryParams } from './record-schemas.ts'
import { tokenNameOf } from '../service.ts'

/** Routes by which the platform retires libraries and integrations. */
export const retireRoutes = [
  operation(
    {
      ...recordDefaults,
      method: 'DELETE',
      path: '/ingest/v1/libraries/:code',
      operationId: 'retireLibrary',
      summary: 'Retire a library',
      description:
        'Nothing is deleted: it is no longer displayed, its observations are rejected, and its open incident is ' +
        'resolved (`SUBJECT_REMOVED`). Idempotent. A later `PUT` of the library restores it.',
      params: LibraryParams,
      answers: { 204: { description: 'The library was retired.' } },
      refusals: { 404: 'There is no such library.' },
    },
    ({ params: { code }, ...request }, deps) => retire({ kind: 'LIBRERIAS', key: code }, request, deps),
  ),
  operation(
    {
      ...recordDefaults,
      method: 'DELETE',
      path: '/ingest/v1/integrations/:key',
      operationId: 'retireIntegration',
      summary: 'Retire an integration',
      description:
        'Like a library. A later `PUT` of the integration restores it. `sinli_inbound` and the reserved keys are part of ' +
        'Vigía and are rejected.',
      params: IntegrationParams,
      answers: { 204: { description: 'The integration was retired.' } },
      refusals: { 404: 'There is no such integration.' },
    },
    async ({ params: { key }, ...request }, deps) => {
      await requireUnreservedKey(deps.db, key)
      return retire({ kind: 'INTEGRACIONES', key }, request, deps)
    },
  ),
]

async function retire(
  ref: SubjectRef,
  { address, requestId, traceId, service }: Omit<RequestContext, 'params'>,
  { retireSubject }: Deps,
) {
  await retireSubject(ref, { author: null, address, requestId, traceId, tokenName: tokenNameOf(service) })
  return answer(204, undefined)
}
