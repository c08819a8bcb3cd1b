import { z } from 'zod'

/** Response of a health check that passes. */
export const HealthOk = z
  .object({ status: z.literal('ok').describe('Always `ok`.') })
  .meta({ id: 'Well', description: 'A positive health check.', examples: [{ status: 'ok' }] })
