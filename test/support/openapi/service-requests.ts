import { randomUUID } from 'node:crypto'
import type { Asked, Case } from './destination-requests.ts'
import type { Json } from '../gateway.ts'

type Ask = (operationId: string, asked: Asked) => Promise<unknown>

const updatedAt = '2026-01-01T00:00:00Z'
const named = { name: 'Nombre inventado', updatedAt }

/** An endpoint as a service reports it. */
const reported = (name: string) => ({ method: 'GET', path: `/api/admin/${name}/` })

/** An OpenAPI document with one operation, and one that is left out. */
const openApiOf = (name: string) => ({
  openapi: '3.1.0',
  paths: { [`/api/admin/${name}`]: { get: {} }, '/health': { get: {} } },
})

/** One request for each documented answer of the batches and of the endpoints of services. */
export const serviceCases = (ask: Ask): Case[] => [
  ...batchCases(ask, 'putLibraries', 'libraries', { ...named, code: 'batch-1' }),
  ...batchCases(ask, 'putCustomers', 'customers', { ...named, id: 'batch-1', email: 'a@example.org' }),
  ...batchCases(ask, 'putSuppliers', 'suppliers', { ...named, sinliId: 'lib00009' }),
  ['putServiceEndpoints', 200, () => ({ id: 'stock', body: [reported('a')] })],
  ['putServiceEndpoints', 200, () => ({ id: 'stock', query: '?dryRun=true', body: [] })],
  ['putServiceEndpoints', 400, () => ({ id: 'stock', body: [{ ...reported('a'), area: 'Ventas' }] })],
  ['putServiceEndpoints', 409, () => ({ id: 'stock', body: [reported('libraries')] })],
  ['putServiceOpenApi', 200, () => ({ id: 'stock', body: openApiOf('a') })],
  ['putServiceOpenApi', 400, () => ({ id: 'stock', body: { swagger: '2.0' } })],
  ['putServiceOpenApi', 409, () => ({ id: 'stock', body: openApiOf('libraries') })],
  ['importServiceOpenApi', 200, () => ({ id: 'stock', query: '?dryRun=true', body: openApiOf('a') })],
  ['importServiceOpenApi', 400, () => ({ id: 'stock', body: { swagger: '2.0' } })],
  ['importServiceOpenApi', 409, () => ({ id: 'stock', body: openApiOf('libraries') })],
  ['retirePendingEndpoints', 200, () => ({ id: 'stock', body: { endpoints: ['GET /api/admin/a/'] } })],
  ['retirePendingEndpoints', 400, () => ({ id: 'stock', body: { endpoints: 'all' } })],
  ['retireService', 204, () => retirable(ask)],
  ['retireService', 400, () => ({ id: 'vigia' })],
  ['retireService', 404, () => ({ id: 'nobody' })],
]

const batchCases = (ask: Ask, operationId: string, name: string, record: Json): Case[] => [
  [operationId, 200, () => ({ body: { [name]: [record, {}] } })],
  [operationId, 400, () => ({ body: { [name]: 'none' } })],
  [operationId, 422, () => withUsedKey(ask, operationId, { [name]: [] }, { [name]: [1] })],
]

async function withUsedKey(ask: Ask, operationId: string, first: Json, then: Json): Promise<Asked> {
  const headers = { 'idempotency-key': randomUUID() }
  await ask(operationId, { body: first, headers })
  return { body: then, headers }
}

async function retirable(ask: Ask): Promise<Asked> {
  await ask('putServiceEndpoints', { id: 'billing', body: [reported('b')] })
  return { id: 'billing' }
}
