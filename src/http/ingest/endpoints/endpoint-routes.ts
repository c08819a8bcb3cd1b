import { hasReportedEndpoints } from '../../../inventory/reported/endpoint-rows.ts'
import { DomainError } from '../../../lib/errors.ts'
import { answer, operation, type RequestContext } from '../../routing/define-route.ts'
import { jsonBodyParser } from '../../routing/json-body.ts'
import { EndpointImport } from '../../responses/endpoint-import.ts'
import { recordDefaults } from '../defaults.ts'
import { declaredIn, EndpointList, ImportQuery, OpenApiBody, ServiceParams } from './endpoint-schemas.ts'
import { runImport, runOpenApiImport } from './run-import.ts'
import { tokenNameOf } from '../service.ts'
import { bodyLimits } from '../../../request/body-limits.ts'

const common = {
  params: ServiceParams,
  query: ImportQuery,
  answers: { 200: { description: 'The result of the import, or of the dry run.', schema: EndpointImport } },
  refusals: { 409: 'Some endpoints belong to another service, or to Vigía itself: `errors` names them all.' },
}

/** The declaration of an import from an OpenAPI document, by the service itself or by an operator. */
export const openApiImport = {
  ...common,
  reads: jsonBodyParser(bodyLimits.list),
  summary: 'Import the endpoints of a service from its OpenAPI document',
  body: OpenApiBody,
  example: {
    openapi: '3.1.0',
    info: { title: 'Inventory', version: '1' },
    paths: { '/api/admin/stock/{isbn}': { get: { tags: ['Inventario'], 'x-vigia-critical': true } } },
  },
}

const wholeList =
  'Endpoints that are no longer in it are retired, and their open incidents resolved (`SUBJECT_REMOVED`); endpoints ' +
  'that return are restored, and one whose parameters have other names stays the same endpoint. If a path cannot be ' +
  'read, if none would be left, or if more than half and at least two are missing, the missing ones stay in use and ' +
  'are listed in `pendingRetirement`, until `retire=true` or an administrator retires them. Sending the same list ' +
  'again changes nothing. If anything is not valid, nothing is changed, and `errors` lists all problems.'

/** Routes by which a service declares its endpoints. */
export const endpointRoutes = [
  operation(
    {
      ...recordDefaults,
      ...common,
      method: 'PUT',
      path: '/ingest/v1/services/:service/endpoints',
      operationId: 'putServiceEndpoints',
      summary: 'Import all endpoints of a service',
      description: `The complete list, at most 1,000. ${wholeList}`,
      body: EndpointList,
      example: [{ method: 'GET', path: '/api/admin/stock/{isbn}/', area: 'inventario', critical: true }],
    },
    ({ params, query, body, ...request }, deps) =>
      runImport({ ...params, ...query }, declaredIn(body), sourceOf(request), deps),
  ),
  operation(
    {
      ...recordDefaults,
      ...openApiImport,
      method: 'PUT',
      path: '/ingest/v1/services/:service/openapi',
      operationId: 'putServiceOpenApi',
      description:
        'Each operation under `/api/admin/` is an endpoint, including the path of the server. Its area is ' +
        '`x-vigia-area`, else the first tag that is the name of an area; `x-vigia-critical` tells whether it is ' +
        'critical, and `security` whether it requires a session. Other operations are ignored and listed in the ' +
        `response. ${wholeList}`,
    },
    ({ params, query, body, ...request }, deps) =>
      runOpenApiImport({ ...params, ...query }, body, sourceOf(request), deps),
  ),
  operation(
    {
      ...recordDefaults,
      params: ServiceParams,
      method: 'DELETE',
      path: '/ingest/v1/services/:service',
      operationId: 'retireService',
      summary: 'Retire all endpoints of a service',
      description: 'Retires them at once, whatever their number. Idempotent. A later import restores them.',
      answers: { 204: { description: 'The endpoints of the service were retired.' } },
      refusals: { 404: 'There is no such service.' },
    },
    async ({ params: { service }, ...request }, deps) => {
      if (!(await hasReportedEndpoints(deps.db, service)))
        throw new DomainError('NOT_FOUND', { code: 'NO_ENDPOINTS_OF_SERVICE', parameters: { service } })
      await deps.importEndpoints({ service, endpoints: [], dryRun: false, retire: true }, sourceOf(request))
      return answer(204, undefined)
    },
  ),
]

type RequestOrigin = Pick<RequestContext, 'address' | 'requestId' | 'traceId' | 'service'>

const sourceOf = ({ address, requestId, traceId, service }: RequestOrigin) => ({
  address,
  requestId,
  traceId,
  tokenName: tokenNameOf(service),
})
