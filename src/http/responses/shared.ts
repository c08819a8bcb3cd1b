import { z } from 'zod'
import { labels } from '../../monitoring/health/state-labels.ts'
import { descriptionOf, fieldsOf } from '../../lib/fields-of.ts'
import { enumerations } from '../../generated/contract.ts'

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
export const KindName = z.enum(enumerations.Kind).meta({
  id: 'Kind',
  description:
    'LIBRERIAS: libraries. ENDPOINTS: routes of the admin API. INTEGRACIONES: external providers and queues.',
})

/** A subject in responses. */
export const SubjectRef = z
  .object({
    ...fieldsOf('Subject', { kind: KindName }),
    id: z.string().describe(descriptionOf('Query.subject(id:)')),
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
      .enum(enumerations.HealthSignal)
      .describe(
        'ERRORS: share of failed operations. SLOW: share of slow operations. TRAFFIC: requests of five minutes, as a ' +
          'share of those expected; `exceeded` is then whether `current` is below `percent`.',
      ),
    ...fieldsOf('HealthLimit', { percent: true }),
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
    ...fieldsOf('HealthLimit', { windowSeconds: true, share: true }),
  })
  .meta({ id: 'HealthLimit', description: descriptionOf('HealthLimit') })

const HealthTimer = z
  .object({
    ...fieldsOf('HealthTimer', { state: StateLabel, since: true, requiredSeconds: true }),
    dueAt: z.date().nullable().describe('Earliest time of the change; null while the timer does not run.'),
    pausedAt: z
      .date()
      .nullable()
      .describe('Time when it was paused, because no samples arrive or nothing is evaluated; null otherwise.'),
    ...fieldsOf('HealthTimer', { limits: z.array(HealthLimit) }),
  })
  .meta({ id: 'HealthTimer', description: 'A timer that leads to a change of state.' })

/** Fields of the timers of a subject, and of its last sample, in responses. */
export const timerFields = {
  lastSampleAt: z
    .date()
    .nullable()
    .describe('Time of its last sample, to ten seconds if another instance received it; null if there was none.'),
  ...fieldsOf('Subject', { pending: HealthTimer }),
  recovering: HealthTimer.nullable().describe(
    'Timer towards a better state, running while the numbers are below the limits; null unless the state is ' +
      'Degradado or Fallando.',
  ),
}
