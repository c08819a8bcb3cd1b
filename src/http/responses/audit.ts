import { z } from 'zod'
import { descriptionOf, fieldsOf } from '../../lib/fields-of.ts'
import { pageSchema } from './shared.ts'

const AuditEntry = z
  .object({
    id: z
      .int()
      .describe('Number of the entry: later entries have higher numbers, with gaps where an action was rolled back.'),
    at: z.date().describe('Time of the action, to the millisecond.'),
    ...fieldsOf('AuditEntry', { actor: true, tokenName: true, action: true, object: true, objectName: true }),
    before: z.unknown().describe('Values before the action, as JSON; null if there are none.'),
    after: z.unknown().describe('Values after the action, or details of it, as JSON; null if there are none.'),
    ...fieldsOf('AuditEntry', { address: true, requestId: true }),
    traceId: z
      .string()
      .nullable()
      .describe(
        'Trace of the request, 32 hexadecimal digits; null if there was no request, or it is from before traces ' +
          'were recorded.',
      ),
    ...fieldsOf('AuditEntry', { previous: true }),
    hash: z
      .string()
      .describe(
        'SHA-256 of all other fields and `previous`, in hexadecimal; empty for entries from before the hash chain ' +
          'began.',
      ),
  })
  .meta({ id: 'AuditEntry', description: 'A recorded action.' })

/** A page of the audit trail. */
export const AuditPage = pageSchema(AuditEntry, 'The entries of this page, newest first.').meta({
  id: 'AuditPage',
  description: descriptionOf('AuditConnection'),
  examples: [
    {
      items: [
        {
          id: 12,
          at: '2026-03-01T10:00:00.000Z',
          actor: 'ana@example.org',
          tokenName: null,
          action: 'customer.unlock',
          object: 'customer:ej-3',
          objectName: 'Librería de ejemplo',
          before: { locked: true },
          after: { locked: false, reason: 'called us' },
          address: '198.51.100.7',
          requestId: '0b8f6a52-3f0e-4f3b-9d0c-5f6f1d1f7a11',
          traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
          previous: 'c1a5'.repeat(16),
          hash: '9b02'.repeat(16),
        },
      ],
      nextCursor: null,
    },
  ],
})
