import { z } from 'zod'
import { detailOf } from '../../messages/sinli/stored.ts'
import { replay } from '../../trade/replay/replay.ts'
import type { ReplayOutcome } from '../../trade/replay/replay-result.ts'
import { adminRoute } from '../routing/admin-route.ts'
import { ReplayResponse } from '../responses/replay.ts'
import { said } from '../../request/said.ts'
import { boolean, numberFrom } from '../fields/basic-fields.ts'
import { deferValidation, moment, optionalText, text } from '../fields/zod-fields.ts'
import { descriptionOf } from '../../lib/fields-of.ts'

/** Maximum number of message ids in a request. */
const maxMessages = 1_000

const limit = numberFrom(1).max(
  maxMessages,
  said({ code: 'MESSAGE_LIMIT_TOO_LARGE', parameters: { max: maxMessages } }),
)
const flag = boolean().default(false)

const options = {
  dryRun: flag.describe(descriptionOf('ReplaySinliMessagesInput.dryRun')),
  force: flag.describe(descriptionOf('ReplaySinliMessagesInput.force')),
  reason: optionalText(500).describe('Reason for the audit trail; optional.'),
}

const NamedMessages = z.strictObject({
  messageIds: z
    .array(text(100), said({ code: 'FIELD_NOT_LIST_OF', parameters: { items: 'messages' } }))
    .min(1, said({ code: 'MESSAGES_NOT_LISTED', parameters: {} }))
    .max(maxMessages, said({ code: 'MESSAGES_LISTED_TOO_MANY', parameters: { max: maxMessages } }))
    .describe('IDs of the messages, duplicates ignored.'),
  // The default is the maximum, because a request that lists messages means all of them.
  limit: limit.default(maxMessages).describe('Maximum number of messages, oldest first.'),
  ...options,
})

const FailedMessages = z.strictObject({
  status: z
    .literal('failed', said({ code: 'VALUE_NOT_EQUAL', parameters: { value: 'failed' } }))
    .describe('Only failed messages can be selected by a filter.'),
  code: text(100).optional().describe(descriptionOf('FailedMessagesFilter.code')),
  sender: text(100).optional().describe(descriptionOf('FailedMessagesFilter.sender')),
  unknownParty: text(100)
    .optional()
    .describe('Only messages that failed because this SINLI ID was not registered, as sender or receiver.'),
  document: text(100).optional().describe(descriptionOf('SinliMessageFilter.document')),
  receivedFrom: moment.optional().describe(descriptionOf('FailedMessagesFilter.receivedFrom')),
  receivedTo: moment.optional().describe(descriptionOf('FailedMessagesFilter.receivedTo')),
  limit: limit.default(100).describe('Maximum number of messages, oldest first.'),
  ...options,
})

const alternatives = [
  NamedMessages.meta({ id: 'ReplayNamedInput', title: 'Named', description: 'Messages by ID.' }),
  FailedMessages.meta({ id: 'ReplayMatchingInput', title: 'Matching', description: 'Failed messages that match.' }),
] as const

const ReplayBody = z.union(alternatives).meta({
  id: 'ReplayMessagesInput',
  description: 'Either messages by ID, or failed messages that match.',
})

const ReplayHeaders = z.object({
  'idempotency-key': text(200)
    .optional()
    .describe(
      'Idempotency key. Requests of the same operator with the same key get the same response and are executed ' +
        'once.',
    ),
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
        'Each message is decoded again from its raw bytes, in a transaction of its own. Only one replay runs at a ' +
        'time; the response is sent at its end.',
      headers: ReplayHeaders,
      // `parseReplayBody` validates against one schema, because errors of a union do not name the field that is wrong.
      body: deferValidation(ReplayBody, z.unknown().transform(parseReplayBody)),
      example: { status: 'failed', code: 'REMITENTE_DESCONOCIDO', dryRun: true },
      answers: { 200: { description: 'The result of each message.', schema: ReplayResponse } },
      refusals: {
        404: 'One of the messages does not exist.',
        409: 'Another replay runs, or the Idempotency-Key was used for another request.',
      },
    },
    async ({ body, headers, by }, { db, clock, recordOutcome, isStopping }) => {
      const deps = { db, clock, recordOutcome, canContinue: () => !isStopping() }
      const { results, ...result } = await replay(
        deps,
        { ...body, idempotencyKey: headers['idempotency-key'] ?? null },
        by,
      )
      return { ...result, results: results.map(withDetail) }
    },
  ),
]

const withDetail = ({ sentence, ...result }: ReplayOutcome) => ({
  ...result,
  detail: detailOf({ text: result.message, sentence }),
})

function parseReplayBody(body: unknown) {
  const isNamed = typeof body === 'object' && body !== null && 'messageIds' in body
  const { limit, dryRun, force, reason, ...selection } = isNamed ? parseNamed(body) : FailedMessages.parse(body)
  return { limit, dryRun, force, reason, selection }
}

// Removes duplicate ids.
function parseNamed(body: unknown) {
  const parsed = NamedMessages.parse(body)
  return { ...parsed, messageIds: [...new Set(parsed.messageIds)] }
}
