import type { ReplaySinliMessagesInput } from '../../../generated/graphql.ts'
import { invalidField } from '../../../lib/errors.ts'
import type { ReplayRequest } from '../../../trade/replay/replay-result.ts'
import { optionalText } from '../../input-text.ts'

/** Maximum messages of one replay. */
export const maxMessagesPerReplay = 1_000

/** The default limit of a replay of failed messages. The default for named messages is the maximum. */
const defaultLimit = 100

/**
 * Converts the input of `replaySinliMessages`.
 * @throws DomainError INVALID_INPUT that names the field that is wrong.
 */
export function toReplayRequest(input: ReplaySinliMessagesInput): ReplayRequest {
  const selection = selectionOf(input)
  return {
    selection,
    limit: limitOf(input.limit ?? ('messageIds' in selection ? maxMessagesPerReplay : defaultLimit)),
    dryRun: input.dryRun ?? false,
    force: input.force ?? false,
    reason: optionalText(input.reason, { field: 'reason', maxLength: 500 }),
    idempotencyKey: optionalText(input.idempotencyKey, { field: 'idempotencyKey', maxLength: 200 }),
  }
}

function selectionOf({ messageIds, failed }: ReplaySinliMessagesInput): ReplayRequest['selection'] {
  if (Boolean(messageIds) === Boolean(failed))
    throw invalidField('messageIds', { code: 'MESSAGES_NOT_NAMED', parameters: {} })
  if (messageIds) return { messageIds: distinctIds(messageIds) }
  const given = Object.entries(failed ?? {}).filter(([, value]) => value != null)
  return { status: 'failed', ...(Object.fromEntries(given) as object) }
}

function distinctIds(ids: readonly string[]): string[] {
  if (ids.length === 0) throw invalidField('messageIds', { code: 'MESSAGES_NONE', parameters: {} })
  if (ids.length > maxMessagesPerReplay)
    throw invalidField('messageIds', {
      code: 'MESSAGES_TOO_MANY',
      parameters: { max: maxMessagesPerReplay, count: ids.length },
    })
  return [...new Set(ids)]
}

function limitOf(limit: number): number {
  if (limit < 1 || limit > maxMessagesPerReplay)
    throw invalidField('limit', {
      code: 'NUMBER_NOT_IN_RANGE',
      parameters: { field: 'limit', min: 1, max: maxMessagesPerReplay, count: limit },
    })
  return limit
}
