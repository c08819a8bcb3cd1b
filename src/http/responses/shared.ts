import { z } from 'zod'
import { labels } from '../../monitoring/health/state-labels.ts'

/** A state in responses, given by its label. */
export const StateLabel = z.enum(Object.values(labels)).meta({
  id: 'State',
  description: 'Operativo: working normally. Degradado: working in part. Fallando: failing. Desconocido: no data.',
})

/** A severity in responses, given by its label. */
export const SeverityLabel = z.enum([labels.DEGRADADO, labels.FALLANDO]).meta({
  id: 'Severity',
  description: 'Degradado: working in part. Fallando: failing.',
})

/** A kind of subject in responses. */
export const KindName = z.enum(['LIBRERIAS', 'ENDPOINTS', 'INTEGRACIONES']).meta({
  id: 'Kind',
  description:
    'LIBRERIAS: libraries. ENDPOINTS: routes of the admin API. INTEGRACIONES: external providers and queues.',
})

/** A subject in responses. */
export const SubjectRef = z
  .object({
    kind: KindName.describe('Kind of the subject.'),
    id: z.string().describe('ID of the endpoint, code of the library or key of the integration.'),
  })
  .meta({ id: 'SubjectRef', description: 'A subject.' })

/** Schema of a page of items; `order` is the description of the items, including their order. */
export const pageSchema = <Item extends z.ZodType>(item: Item, order: string) =>
  z
    .object({ items: z.array(item).describe(order), nextCursor })
    .meta({ examples: [{ items: item.meta()?.examples ?? [], nextCursor: null }] })

/** Cursor of the next page. */
export const nextCursor = z.string().nullable().describe('Value of `cursor` for the next page; null on the last page.')

const HealthLimit = z
  .object({
    signal: z
      .enum(['ERRORS', 'SLOW', 'TRAFFIC'])
      .describe(
        'ERRORS: share of failed operations. SLOW: share of slow operations. TRAFFIC: requests of five minutes, as a ' +
          'share of those expected; `exceeded` is then whether `current` is below `percent`.',
      ),
    percent: z.number().describe('Limit, in percent with two decimals.'),
    current: z
      .number()
      .nullable()
      .describe('Share in about the last minute, in percent with two decimals; null without samples.'),
    exceeded: z
      .boolean()
      .nullable()
      .describe(
        'Whether the last minute is over the limit. On the way to Operativo, from 30 samples on, the lower bound of its ' +
          'share is compared, so that `current` may be over the limit although this is false. Null without samples.',
      ),
    windowSeconds: z
      .int()
      .nullable()
      .describe('For `pending`, the length in seconds of the shortest window over the limit; null for `recovering`.'),
    share: z
      .number()
      .nullable()
      .describe('For `pending`, the share in that window, in percent with two decimals; null for `recovering`.'),
  })
  .meta({ id: 'HealthLimit', description: 'A limit for the share of failed or of slow operations.' })

const HealthTimer = z
  .object({
    state: StateLabel.describe('State it leads to.'),
    since: z
      .date()
      .nullable()
      .describe('Start of the timer, shifted by the time for which it was paused; null while it does not run.'),
    requiredSeconds: z.number().describe('Required duration, in seconds.'),
    dueAt: z.date().nullable().describe('Earliest time of the change; null while the timer does not run.'),
    pausedAt: z
      .date()
      .nullable()
      .describe('Time when it was paused, because no samples arrive or nothing is evaluated; null otherwise.'),
    limits: z
      .array(HealthLimit)
      .describe('Limits: the timer runs while one of `pending` is exceeded, or while all of `recovering` are kept.'),
  })
  .meta({ id: 'HealthTimer', description: 'A timer that leads to a change of state.' })

/** Fields of the timers of a subject, and of its last sample, in responses. */
export const timerFields = {
  lastSampleAt: z
    .date()
    .nullable()
    .describe('Time of its last sample, to ten seconds if another instance received it; null if there was none.'),
  pending: HealthTimer.nullable().describe(
    'Timer towards a worse state, running while a limit is exceeded; null while none is, and while the last minute is ' +
      'below it.',
  ),
  recovering: HealthTimer.nullable().describe(
    'Timer towards a better state, running while the numbers are below the limits; null unless the state is ' +
      'Degradado or Fallando.',
  ),
}
