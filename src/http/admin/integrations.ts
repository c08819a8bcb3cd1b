import { z } from 'zod'
import { replay } from '../../trade/replay.ts'
import { adminRoute } from '../admin-route.ts'
import { moment, text } from '../inputs.ts'

const limit = z.int('must be a whole number').min(1, 'must be at least 1').max(1_000, 'must be at most 1,000')

const options = {
  dryRun: z.boolean('must be true or false').default(false),
  force: z.boolean('must be true or false').default(false),
  reason: text(500)
    .nullish()
    .transform((reason) => reason ?? null),
}

const Named = z.strictObject({
  messageIds: z
    .array(text(100), 'must be a list of ids')
    .min(1, 'must name at least one message')
    .max(1_000, 'must name at most 1,000 messages'),
  // Whoever names messages means all of them.
  limit: limit.default(1_000),
  ...options,
})

const Matching = z.strictObject({
  status: z.literal('failed', 'must be failed'),
  code: text(100).optional(),
  sender: text(100).optional(),
  document: text(100).optional(),
  receivedFrom: moment.optional(),
  receivedTo: moment.optional(),
  limit: limit.default(100),
  ...options,
})

const Key = z.object({ 'idempotency-key': text(200).optional() })

/** The replay of inbound SINLI messages. */
export const integrations = [
  adminRoute(
    {
      method: 'POST',
      path: '/api/admin/integrations/sinli_inbound/replay/',
      areaId: 'sinli',
      authRequired: true,
      critical: true,
      may: 'replay:Integration',
    },
    ({ body, headers, by }, { db, clock, witness, isStopping }) => {
      const { 'idempotency-key': key } = Key.parse(headers)
      const parts = { db, clock, witness, mayGoOn: () => !isStopping() }
      return replay(parts, { ...requestIn(body), idempotencyKey: key ?? null }, by)
    },
  ),
]

function requestIn(body: unknown) {
  const isNamed = typeof body === 'object' && body !== null && 'messageIds' in body
  const { limit, dryRun, force, reason, ...selection } = isNamed ? named(body) : Matching.parse(body)
  return { limit, dryRun, force, reason, selection }
}

// The same message named twice is one message.
function named(body: unknown) {
  const parsed = Named.parse(body)
  return { ...parsed, messageIds: [...new Set(parsed.messageIds)] }
}
