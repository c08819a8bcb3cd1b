import { z } from 'zod'
import { replay } from '../../trade/replay/replay.ts'
import { adminRoute } from '../admin-route.ts'
import { ReplayResponse } from '../responses/replay.ts'
import { deferValidation, moment, optionalText, text } from '../zod-fields.ts'

const limit = z.int('must be a whole number').min(1, 'must be at least 1').max(1_000, 'must be at most 1,000')
const flag = z.boolean('must be true or false').default(false)

const options = {
  dryRun: flag.describe('Only tells what would come of it, and changes no message.'),
  force: flag.describe('Decodes anew what was processed already, and replaces what is stored.'),
  reason: optionalText(500).describe('Why, for the audit trail; may be left out.'),
}

const Named = z.strictObject({
  messageIds: z
    .array(text(100), 'must be a list of ids')
    .min(1, 'must name at least one message')
    .max(1_000, 'must name at most 1,000 messages')
    .describe('The messages that are meant. One that is named twice is one.'),
  // The default is the maximum: a request that lists messages means all of them.
  limit: limit.default(1_000).describe('How many of them at most, the oldest first.'),
  ...options,
})

const Matching = z.strictObject({
  status: z.literal('failed', 'must be failed').describe('Only messages that failed can be asked for like this.'),
  code: text(100).optional().describe('Only those that failed with this code, e.g. `REMITENTE_DESCONOCIDO`.'),
  sender: text(100).optional().describe('Only those of this sender: its SINLI id.'),
  document: text(100).optional().describe('Only those of this type, e.g. `ENVIO`.'),
  receivedFrom: moment.optional().describe('Only those that arrived at this moment or later.'),
  receivedTo: moment.optional().describe('Only those that arrived before this moment.'),
  limit: limit.default(100).describe('How many at most, the oldest first.'),
  ...options,
})

const Request = z.union([Named.meta({ title: 'Named' }), Matching.meta({ title: 'Matching' })]).meta({
  description: 'Either the messages that are named, or those that failed and match.',
})

const Headers = z.object({
  'idempotency-key': text(200)
    .optional()
    .describe('Any text. The same operator with the same key gets the same answer, and nothing is done twice.'),
})

/** The route that replays inbound SINLI messages. */
export const integrations = [
  adminRoute(
    {
      method: 'POST',
      path: '/api/admin/integrations/sinli_inbound/replay/',
      areaId: 'sinli',
      authRequired: true,
      critical: true,
      may: 'replay:Integration',
      operationId: 'replayMessages',
      tag: 'SINLI',
      summary: 'Reprocess inbound SINLI messages',
      description:
        'Each message is decoded anew from its raw bytes, in a transaction of its own. One replay runs at a time; the ' +
        'answer comes when it is over.',
      headers: Headers,
      // `requestIn` validates against one schema, because errors of a union do not name the field that is wrong.
      body: deferValidation(Request, z.unknown().transform(requestIn)),
      example: { status: 'failed', code: 'REMITENTE_DESCONOCIDO', dryRun: true },
      answers: { 200: { description: 'What became of each message.', schema: ReplayResponse } },
      refusals: {
        404: 'A message that is named does not exist.',
        409: 'Another replay runs, or the Idempotency-Key was used for another request.',
      },
    },
    ({ body, headers, by }, { db, clock, witness, isStopping }) => {
      const parts = { db, clock, witness, mayGoOn: () => !isStopping() }
      return replay(parts, { ...body, idempotencyKey: headers['idempotency-key'] ?? null }, by)
    },
  ),
]

function requestIn(body: unknown) {
  const isNamed = typeof body === 'object' && body !== null && 'messageIds' in body
  const { limit, dryRun, force, reason, ...selection } = isNamed ? named(body) : Matching.parse(body)
  return { limit, dryRun, force, reason, selection }
}

// Removes duplicate ids.
function named(body: unknown) {
  const parsed = Named.parse(body)
  return { ...parsed, messageIds: [...new Set(parsed.messageIds)] }
}
