import { reportFailure } from '../../../trade/records/customer-locks.ts'
import { putCustomer } from '../../../trade/records/customers.ts'
import { putIntegration } from '../../../trade/records/integrations.ts'
import { upsertLibrary } from '../../../trade/records/libraries.ts'
import { requireUnreservedKey } from '../../../trade/records/reserved-keys.ts'
import { putSupplier } from '../../../trade/records/suppliers.ts'
import { libraryBody } from '../../admin/libraries.ts'
import { Integration, Supplier } from '../../responses/ingest.ts'
import { Customer, Library } from '../../responses/trade.ts'
import { answer, operation, type ResponseDefinition } from '../../routing/define-route.ts'
import { recordDefaults } from '../defaults.ts'
import { idempotentOperation } from '../idempotent-operation.ts'
import {
  CustomerBody,
  CustomerParams,
  IntegrationBody,
  IntegrationParams,
  LibraryBody,
  LibraryParams,
  SignInFailure,
  SupplierBody,
  SupplierParams,
} from './record-schemas.ts'
import { tokenNameOf } from '../service.ts'

const headers = { 'Vigia-Applied': '`false` if the stored data are newer, so that nothing was changed; else `true`.' }
const updatedAt = '2026-02-01T00:00:00Z'

/** Routes by which the platform pushes libraries, customers and their failed sign-ins, integrations and suppliers. */
export const recordRoutes = [
  operation(
    {
      ...recordDefaults,
      method: 'PUT',
      path: '/ingest/v1/libraries/:code',
      operationId: 'putLibrary',
      summary: 'Create or update a library',
      description: 'Creates it, or replaces the stored data unless they are newer.',
      params: LibraryParams,
      body: LibraryBody,
      example: { name: 'Librería de ejemplo Aurora', sinliId: 'LIB00001', city: 'Villaejemplo', updatedAt },
      answers: putResponses(Library, 'library'),
      refusals: { 409: 'The SINLI ID belongs to another library.' },
    },
    async ({ params, body, at }, { db, summaryOf }) => {
      const { library, created } = await upsertLibrary(db, { ...params, ...body }, at)
      return answer(created ? 201 : 200, await libraryBody({ db, summaryOf }, library), appliedHeader(library, body))
    },
  ),
  operation(
    {
      ...recordDefaults,
      method: 'PUT',
      path: '/ingest/v1/customers/:id',
      operationId: 'putCustomer',
      summary: 'Create or update a customer',
      description: 'Creates them, or replaces the stored data unless they are newer.',
      params: CustomerParams,
      body: CustomerBody,
      example: { name: 'Camila Ficción', email: 'camila@example.org', libraryCode: 'EJ-002', updatedAt },
      answers: putResponses(Customer, 'customer'),
    },
    async ({ params, body, at, address, requestId, traceId, service }, { db }) => {
      const receipt = { at, address, requestId, traceId, tokenName: tokenNameOf(service) }
      const { customer, created } = await putCustomer(db, { ...params, ...body }, receipt)
      return answer(created ? 201 : 200, customer, appliedHeader(customer, body))
    },
  ),
  idempotentOperation(
    {
      ...recordDefaults,
      method: 'POST',
      path: '/ingest/v1/customers/:id/sign-in-failures',
      operationId: 'reportSignInFailure',
      summary: 'Report a failed sign-in of a customer',
      description: 'The fifth failure within 15 minutes locks the login.',
      params: CustomerParams,
      body: SignInFailure,
      example: { at: '2026-03-01T09:20:00Z' },
      answers: { 200: { description: 'The customer after the report.', schema: Customer } },
      refusals: { 404: 'There is no such customer.' },
    },
    ({ params: { id }, body, at: now, address, requestId, traceId, service }) =>
      Promise.resolve({
        write: (tx) => {
          const source = { address, requestId, traceId, tokenName: tokenNameOf(service) }
          return reportFailure(tx, { id, at: body.at ?? now, ...source }, now)
        },
      }),
  ),
  operation(
    {
      ...recordDefaults,
      method: 'PUT',
      path: '/ingest/v1/integrations/:key',
      operationId: 'putIntegration',
      summary: 'Create or update an integration',
      description:
        'Creates it, or changes its name. Keys that begin with `service_`, `destination_` or `heartbeat_`, and `telemetry`, ' +
        'are reserved for Vigía itself.',
      params: IntegrationParams,
      body: IntegrationBody,
      example: { name: 'Pasarela de pagos', hosts: ['api.payments.example'] },
      answers: putResponses(Integration, 'integration'),
    },
    async ({ params, body, at }, { db }) => {
      await requireUnreservedKey(db, params.key)
      const { integration, created } = await putIntegration(db, { ...params, ...body }, at)
      return answer(created ? 201 : 200, integration, { 'vigia-applied': 'true' })
    },
  ),
  operation(
    {
      ...recordDefaults,
      method: 'PUT',
      path: '/ingest/v1/suppliers/:sinliId',
      operationId: 'putSupplier',
      summary: 'Create or update a supplier',
      description: 'Creates it, or replaces the stored data unless they are newer.',
      params: SupplierParams,
      body: SupplierBody,
      example: { name: 'Distribuidora de ejemplo', updatedAt },
      answers: putResponses(Supplier, 'supplier'),
    },
    async ({ params, body }, { db }) => {
      const { supplier, created } = await putSupplier(db, { ...params, ...body })
      return answer(created ? 201 : 200, supplier, appliedHeader(supplier, body))
    },
  ),
]

/** The header that tells whether the sent record is now stored: `false` if the stored record is newer. */
const appliedHeader = (stored: { updatedAt: Date }, sent: { updatedAt: Date }) => ({
  'vigia-applied': String(stored.updatedAt <= sent.updatedAt),
})

function putResponses<Schema extends NonNullable<ResponseDefinition['schema']>>(schema: Schema, noun: string) {
  return {
    200: { description: `The ${noun} already existed; the response contains the stored data.`, schema, headers },
    201: { description: `The ${noun} was created.`, schema, headers },
  }
}
