import { z } from 'zod'
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
    key: z.string().describe('Key of the integration.'),
    name: z.string().describe('Display name of the job.'),
    critical: z.boolean().describe('Whether the platform depends on it.'),
    owner: z.string().nullable().describe('Responsible person or team; null if none is named.'),
    state: StateLabel.describe('Current state.'),
    stateSince: z.date().describe('Time when it entered the current state.'),
    retiredAt: z.date().nullable().describe('Time when the heartbeat was paused; null while it is not paused.'),
  })
  .meta({ id: 'HeartbeatIntegration', description: 'The integration with the health of a job.' })

/** A scheduled job that reports each run. */
export const Heartbeat = z
  .object({
    id: z.string().describe('Stable identifier; not a secret.'),
    integration: HeartbeatIntegration.describe('Integration with the health of the job.'),
    intervalSeconds: z
      .int()
      .nullable()
      .describe('Interval between runs, in seconds; null if the thresholds of the integration no longer define it.'),
    graceSeconds: z
      .int()
      .nullable()
      .describe(
        'Grace period for a late run, in seconds; null if the thresholds of the integration no longer define it.',
      ),
    createdAt: z.date().describe('Creation time.'),
    rotatedAt: z.date().nullable().describe('Time when the secret was last replaced; null if it never was.'),
    lastAt: z.date().nullable().describe('Time of the last report; null before the first.'),
    lastOk: z.boolean().nullable().describe('Whether the last report was a success; null before the first.'),
    lastMs: z.number().nullable().describe('Duration of the last run, in milliseconds; null if it was not reported.'),
    lastMessage: z
      .string()
      .nullable()
      .describe('Message of the last report, at most 500 characters; null if it has none.'),
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
    heartbeat: Heartbeat.describe('The heartbeat.'),
    secret: z
      .string()
      .describe('Last segment of its URL, `/ingest/v1/heartbeats/<secret>`. It is returned only once and not stored.'),
  })
  .meta({
    id: 'HeartbeatWithSecret',
    description: 'A heartbeat with the secret of its URL.',
    examples: [{ heartbeat: example, secret: 'q3Zk…' }],
  })
