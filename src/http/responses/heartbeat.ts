import { z } from 'zod'
import { descriptionOf, fieldsOf } from '../../lib/fields-of.ts'
import { StateLabel } from './shared.ts'

const example = {
  id: '5a0c0f8e-7a3c-4b0d-9c55-2c1a9c9f7e01',
  integration: {
    key: 'heartbeat_5a0c0f8e-7a3c-4b0d-9c55-2c1a9c9f7e01',
    name: 'Copia nocturna',
    critical: true,
    owner: null,
    state: 'Operativo',
    stateSince: '2026-03-01T02:00:10.000Z',
    retiredAt: null,
  },
  intervalSeconds: 86_400,
  graceSeconds: 3_600,
  createdAt: '2026-02-01T10:00:00.000Z',
  rotatedAt: null,
  lastAt: '2026-03-01T02:00:03.000Z',
  lastOk: true,
  lastMs: 180_000,
  lastMessage: '1.204 títulos copiados',
  nextExpectedAt: '2026-03-02T02:00:03.000Z',
}

const HeartbeatIntegration = z
  .object({
    key: z.string().describe(descriptionOf('Query.integration(id:)')),
    name: z.string().describe('Display name of the job.'),
    critical: z.boolean().describe(descriptionOf('Integration.critical')),
    ...fieldsOf('Subject', { owner: true, state: StateLabel, stateSince: true }),
    retiredAt: z.date().nullable().describe('Time when the heartbeat was paused; null while it is not paused.'),
  })
  .meta({ id: 'HeartbeatIntegration', description: 'The integration with the health of a job.' })

/** A scheduled job that reports each run. */
export const Heartbeat = z
  .object({
    ...fieldsOf('Heartbeat', { id: true }),
    integration: HeartbeatIntegration.describe('Integration with the health of the job.'),
    ...fieldsOf('Heartbeat', {
      intervalSeconds: true,
      graceSeconds: true,
      createdAt: true,
      rotatedAt: true,
      lastAt: true,
      lastOk: true,
      lastMs: true,
      lastMessage: true,
    }),
    nextExpectedAt: z
      .date()
      .nullable()
      .describe(
        'Time when the next report is due, without the grace period; null while paused, and without an interval.',
      ),
  })
  .meta({ id: 'Heartbeat', description: 'A scheduled job that reports each run.', examples: [example] })

/** All heartbeats. */
export const HeartbeatList = z
  .object({ items: z.array(Heartbeat).describe('Heartbeats, by name.') })
  .meta({ id: 'HeartbeatList', description: 'All heartbeats.', examples: [{ items: [example] }] })

/** A heartbeat with the secret of its address. */
export const HeartbeatWithSecret = z
  .object({
    ...fieldsOf('HeartbeatWithSecret', { heartbeat: Heartbeat, secret: true }),
  })
  .meta({
    id: 'HeartbeatWithSecret',
    description: descriptionOf('HeartbeatWithSecret'),
    examples: [{ heartbeat: example, secret: 'q3Zk…' }],
  })
