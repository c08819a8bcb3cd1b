import { z } from 'zod'

/** Response of a health check that passes. */
export const HealthOk = z
  .object({ status: z.literal('ok').describe('Always `ok`.') })
  .meta({ id: 'Well', description: 'A positive health check.', examples: [{ status: 'ok' }] })

/** Response of `/readyz` if the process takes requests. */
export const ReadyOk = z
  .object({
    ...HealthOk.shape,
    clockOffsetMs: z
      .int()
      .nullable()
      .describe(
        "How far the clock of this machine is ahead of the database's, in milliseconds; negative if it is behind. The " +
          'instance uses the time of the database. Null while that is not known, and with the embedded database, which ' +
          'shares its clock.',
      ),
    laggingInstances: z
      .array(z.string())
      .describe(
        'Instances that have not written the reports of services for two minutes, by their connection to the database ' +
          '(`pid since start`): services are judged without them.',
      ),
  })
  .meta({
    id: 'Ready',
    description: 'A positive readiness check.',
    examples: [{ status: 'ok', clockOffsetMs: 12, laggingInstances: [] }],
  })
