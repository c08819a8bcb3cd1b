import { z } from 'zod'

/** Response of a health check that passes. */
export const HealthOk = z
  .object({ status: z.literal('ok').describe('It is well.') })
  .meta({ id: 'Well', description: 'The service is well.', examples: [{ status: 'ok' }] })
