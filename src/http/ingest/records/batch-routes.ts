import { z } from 'zod'
import type { Database } from '../../../database/database.ts'
import type { BatchOutcome, StoredBatch } from '../../../trade/records/batch/batch-outcome.ts'
import { putCustomers } from '../../../trade/records/batch/put-customers.ts'
import { putLibraries } from '../../../trade/records/batch/put-libraries.ts'
import { putSuppliers } from '../../../trade/records/batch/put-suppliers.ts'
import { jsonBodyParser } from '../../routing/json-body.ts'
import { BatchResult } from '../../responses/batch.ts'
import { bodyLimits } from '../../../request/body-limits.ts'
import { said } from '../../../request/said.ts'
import { describeIssues } from '../../../request/issue-sentence.ts'
import { deferValidation } from '../../fields/zod-fields.ts'
import { recordDefaults } from '../defaults.ts'
import { idempotentOperation } from '../idempotent-operation.ts'
import {
  CustomerBody,
  CustomerParams,
  LibraryBody,
  LibraryParams,
  SupplierBody,
  SupplierParams,
} from './record-schemas.ts'
import { tokenNameOf } from '../service.ts'

/** Maximum number of records in a batch. */
const maxRecords = 1_000

const LibraryRecord = LibraryBody.extend(LibraryParams.shape).meta({
  id: 'LibraryRecord',
  description: 'A library with its code.',
})
const CustomerRecord = CustomerBody.extend(CustomerParams.shape).meta({
  id: 'CustomerRecord',
  description: 'A customer with their ID.',
})
const SupplierRecord = SupplierBody.extend(SupplierParams.shape).meta({
  id: 'SupplierRecord',
  description: 'A supplier with its SINLI ID.',
})

const recordsOf = (schema: z.ZodType) =>
  z
    .array(deferValidation(schema, z.unknown()), said({ code: 'FIELD_NOT_LIST', parameters: {} }))
    .max(maxRecords, said({ code: 'LIST_OF_TOO_LONG', parameters: { max: maxRecords, items: 'records' } }))
    .describe('Records, processed in this order. Each one is accepted or rejected on its own.')

const common = {
  ...recordDefaults,
  reads: jsonBodyParser(bodyLimits.list),
  method: 'POST',
  answers: { 200: { description: 'The result of each record.', schema: BatchResult } },
} as const
const description =
  'At most 1,000 records. Each one has the effect of its `PUT`, in this order, and is accepted or rejected on its own.'
const updatedAt = '2026-02-01T00:00:00Z'

/** Routes by which the platform pushes many records at once. */
export const batchRoutes = [
  idempotentOperation(
    {
      ...common,
      path: '/ingest/v1/libraries:batch',
      operationId: 'putLibraries',
      summary: 'Create or update many libraries',
      description,
      body: z.object({ libraries: recordsOf(LibraryRecord) }),
      example: { libraries: [{ code: 'EJ-001', name: 'Librería de ejemplo Aurora', updatedAt }] },
    },
    ({ body, at }) =>
      planBatch(
        body.libraries,
        LibraryRecord,
        ({ code }) => code,
        (tx, records) => putLibraries(tx, records, at),
      ),
  ),
  idempotentOperation(
    {
      ...common,
      path: '/ingest/v1/customers:batch',
      operationId: 'putCustomers',
      summary: 'Create or update many customers',
      description,
      body: z.object({ customers: recordsOf(CustomerRecord) }),
      example: { customers: [{ id: 'ej-3', name: 'Camila Ficción', email: 'camila@example.org', updatedAt }] },
    },
    ({ body, at, address, requestId, traceId, service }) => {
      const receipt = { at, address, requestId, traceId, tokenName: tokenNameOf(service) }
      return planBatch(
        body.customers,
        CustomerRecord,
        ({ id }) => id,
        (tx, records) => putCustomers(tx, records, receipt),
      )
    },
  ),
  idempotentOperation(
    {
      ...common,
      path: '/ingest/v1/suppliers:batch',
      operationId: 'putSuppliers',
      summary: 'Create or update many suppliers',
      description,
      body: z.object({ suppliers: recordsOf(SupplierRecord) }),
      example: { suppliers: [{ sinliId: 'LIB00002', name: 'Distribuidora de ejemplo', updatedAt }] },
    },
    ({ body }) => planBatch(body.suppliers, SupplierRecord, ({ sinliId }) => sinliId, putSuppliers),
  ),
]

type RecordResult = { index: number; id: string | null } & BatchOutcome

/** Validates each record on its own. The valid records are then stored together by `put`. */
function planBatch<Schema extends z.ZodType>(
  entries: readonly unknown[],
  schema: Schema,
  idOf: (record: z.output<Schema>) => string,
  put: (tx: Database, records: z.output<Schema>[]) => Promise<StoredBatch>,
) {
  const parsed = entries.map((entry) => schema.safeParse(entry))
  const records = parsed.flatMap(({ data, success }) => (success ? [data] : []))
  const write = async (tx: Database) => {
    const { result, ...part } = await put(tx, records)
    const stored = result.values()
    const outcomes = parsed.map(({ success, data, error }, index): RecordResult => {
      if (!success) return { index, id: null, ...malformed(error) }
      const { value } = stored.next()
      if (!value) throw new Error(`There is no outcome for the record ${index}.`)
      return { index, id: idOf(data), ...value }
    })
    return { ...part, result: summarize(outcomes) }
  }
  return Promise.resolve({ write })
}

function malformed({ issues }: z.ZodError) {
  const { detail, sentence } = describeIssues(issues, 'en')
  return { outcome: 'refused' as const, reason: detail, sentence }
}

function summarize(outcomes: RecordResult[]) {
  const count = (wanted: BatchOutcome['outcome']) => outcomes.filter(({ outcome }) => outcome === wanted).length
  return {
    created: count('created'),
    updated: count('updated'),
    ignored: count('ignored'),
    refused: count('refused'),
    outcomes,
  }
}
