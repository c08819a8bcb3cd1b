import { z } from 'zod'

/** What a health check answers that is well. */
export const HealthOk = z
  .object({ status: z.literal('ok').describe('It is well.') })
  .meta({ id: 'Well', description: 'The service is well.', examples: [{ status: 'ok' }] })
