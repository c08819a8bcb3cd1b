import { reportFailure } from '../../trade/records/customer-locks.ts'
import { putCustomer } from '../../trade/records/customers.ts'
import { putIntegration } from '../../trade/records/integrations.ts'
import { upsertLibrary } from '../../trade/records/libraries.ts'
import { putSupplier } from '../../trade/records/suppliers.ts'
import { libraryBody } from '../admin/libraries.ts'
import { Integration, Supplier } from '../responses/ingest.ts'
import { Customer, Library } from '../responses/trade.ts'
import { answer, operation, type ResponseDefinition } from '../define-route.ts'
import { clientAddress, requestIdOf } from '../request-log.ts'
import { ingestDefaults } from './defaults.ts'
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

const updatedAt = '2026-02-01T00:00:00Z'

/** Routes by which the platform pushes libraries, customers and their failed sign-ins, integrations and suppliers. */
export const platform = [
  operation(
    {
      ...ingestDefaults,
      method: 'PUT',
      path: '/ingest/v1/libraries/:code',
      operationId: 'putLibrary',
      summary: 'Tell of a library',
      description: 'Adds it, or replaces what is known of it unless that is newer.',
      params: LibraryParams,
      body: LibraryBody,
      example: { name: 'Librería de ejemplo Aurora', sinliId: 'LIB00001', city: 'Villaejemplo', updatedAt },
      answers: putAnswers(Library, 'library'),
      refusals: { 409: 'The SINLI id belongs to another library.' },
    },
    async ({ params, body }, { db }) => {
      const { library, created } = await upsertLibrary(db, { ...params, ...body })
      return answer(created ? 201 : 200, libraryBody(library))
    },
  ),
  operation(
    {
      ...ingestDefaults,
      method: 'PUT',
      path: '/ingest/v1/customers/:id',
      operationId: 'putCustomer',
      summary: 'Tell of a customer',
      description: 'Adds them, or replaces what is known of them unless that is newer.',
      params: CustomerParams,
      body: CustomerBody,
      example: { name: 'Camila Ficción', email: 'camila@example.org', libraryCode: 'EJ-002', updatedAt },
      answers: putAnswers(Customer, 'customer'),
    },
    async ({ params, body, req, at }, { db }) => {
      const receipt = { at, address: clientAddress(req), requestId: requestIdOf(req) }
      const { customer, created } = await putCustomer(db, { ...params, ...body }, receipt)
      return answer(created ? 201 : 200, customer)
    },
  ),
  operation(
    {
      ...ingestDefaults,
      method: 'POST',
      path: '/ingest/v1/customers/:id/sign-in-failures',
      operationId: 'reportSignInFailure',
      summary: 'Report that a customer failed to sign in',
      description: 'The fifth failure within 15 minutes locks the login.',
      params: CustomerParams,
      body: SignInFailure,
      example: { at: '2026-03-01T09:20:00Z' },
      answers: { 200: { description: 'The customer, as they then are.', schema: Customer } },
      refusals: { 404: 'There is no such customer.' },
    },
    ({ params: { id }, body, req, at: now }, { db }) => {
      const from = { address: clientAddress(req), requestId: requestIdOf(req) }
      return reportFailure(db, { id, at: body.at ?? now, ...from }, now)
    },
  ),
  operation(
    {
      ...ingestDefaults,
      method: 'PUT',
      path: '/ingest/v1/integrations/:key',
      operationId: 'putIntegration',
      summary: 'Tell of an integration',
      description: 'Adds it, or gives it another name.',
      params: IntegrationParams,
      body: IntegrationBody,
      example: { name: 'Pasarela de pagos' },
      answers: putAnswers(Integration, 'integration'),
    },
    async ({ params, body }, { db }) => {
      const { integration, created } = await putIntegration(db, { ...params, ...body })
      return answer(created ? 201 : 200, integration)
    },
  ),
  operation(
    {
      ...ingestDefaults,
      method: 'PUT',
      path: '/ingest/v1/suppliers/:sinliId',
      operationId: 'putSupplier',
      summary: 'Tell of a supplier',
      description: 'Adds it, or replaces what is known of it unless that is newer.',
      params: SupplierParams,
      body: SupplierBody,
      example: { name: 'Distribuidora de ejemplo', updatedAt },
      answers: putAnswers(Supplier, 'supplier'),
    },
    async ({ params, body }, { db }) => {
      const { supplier, created } = await putSupplier(db, { ...params, ...body })
      return answer(created ? 201 : 200, supplier)
    },
  ),
]

function putAnswers<Schema extends NonNullable<ResponseDefinition['schema']>>(schema: Schema, what: string) {
  return {
    200: { description: `The ${what} was known already; this is what is known of it now.`, schema },
    201: { description: `The ${what} was added.`, schema },
  }
}
