import { z } from 'zod'
import { fieldsOf } from '../../lib/fields-of.ts'

/** REST representation of a failed or slow request. */
export const RequestExample = z
  .object({
    ...fieldsOf('RequestExample', {
      traceId: true,
      spanId: true,
      at: true,
      durationMs: true,
      status: true,
      errorType: true,
      name: true,
    }),
  })
  .meta({ id: 'RequestExample', description: 'A failed or slow request of a subject.' })
