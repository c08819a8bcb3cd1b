import type { RequestHandler } from 'express'
import { z } from 'zod'
import { DomainError, invalidField } from '../../lib/errors.ts'
import { findBySecret, recordBeat, type Beat } from '../../monitoring/heartbeats/record-beat.ts'
import { maxRunMs } from '../../monitoring/heartbeats/schedule.ts'
import { sendProblem } from '../../request/problems.ts'
import { answer, operation, type RequestContext } from '../routing/define-route.ts'
import type { Deps } from '../deps.ts'

/** Path of the heartbeats. The secret in it is the credential, so it is never logged. */
export const heartbeatPath = '/ingest/v1/heartbeats/:secret'

/** Maximum stored characters of a message. */
const maxMessageLength = 500

const Params = z.object({ secret: z.string().describe('Secret of the heartbeat, returned at its creation.') })

const once = z.string('must be given once').optional()

const BeatQuery = z.object({
  status: z
    .enum(['up', 'down'], 'must be up, for a run that succeeded, or down')
    .default('up')
    .describe('Result of the run: `up`, or `down` if it failed.'),
  // Parsed by `readBeat`: a wrong duration must not lose the run.
  ms: once.meta({
    type: 'number',
    minimum: 0,
    maximum: maxRunMs,
    description:
      'Duration of the run in milliseconds, at most a day. With an invalid value the run counts without a ' +
      'duration, and the response is 400.',
  }),
  msg: once.describe(`Message to be shown with the run; only its first ${maxMessageLength} characters are stored.`),
})

const declaration = {
  access: 'anybody',
  tag: 'Ingest',
  isTelemetry: true,
  path: heartbeatPath,
  summary: 'Report the run of a scheduled job',
  description:
    'For a `curl` in a crontab: the secret in the path is the credential, and no token is required. The body ' +
    'is ignored. `HEAD` is rejected and has no effect.',
  reads: null,
  params: Params,
  query: BeatQuery,
  answers: { 204: { description: 'The run was recorded.' } },
  refusals: {
    404: 'There is no heartbeat with this secret.',
    405: 'The method is not supported.',
    429: 'More than 60 requests in a minute, with unknown heartbeats from this address or for this heartbeat.',
  },
} as const

/** The routes by which scheduled jobs report their runs. */
export const heartbeatRoutes = [
  operation({ ...declaration, method: 'GET', operationId: 'beat' }, receiveBeat),
  operation({ ...declaration, method: 'POST', operationId: 'postBeat' }, receiveBeat),
]

/** Middleware that refuses other methods: HEAD would otherwise count as GET. */
export const rejectOtherBeats: RequestHandler = (req, res, next) => {
  res.set('cache-control', 'no-store')
  if (req.method === 'GET' || req.method === 'POST') next()
  else
    sendProblem(res, {
      status: 405,
      code: 'METHOD_NOT_ALLOWED',
      detail: 'A heartbeat takes GET and POST.',
      headers: { allow: 'GET, POST' },
    })
}

type BeatRequest = RequestContext & { params: z.output<typeof Params>; query: z.output<typeof BeatQuery> }

async function receiveBeat({ params, query, address, at }: BeatRequest, { db, beatLimits }: Deps) {
  beatLimits.requireFewMisses(address)
  const heartbeat = await findBySecret(db, params.secret)
  if (!heartbeat) {
    beatLimits.countMiss(address)
    throw new DomainError('NOT_FOUND', 'There is no heartbeat with this secret.')
  }
  beatLimits.requireFewBeats(heartbeat.id)
  const { beat, problem } = readBeat(query)
  await recordBeat(db, heartbeat, beat, at)
  if (problem) throw problem
  return answer(204, undefined)
}

/** Parses a beat from its query. An invalid duration is omitted, and `problem` describes it. */
export function readBeat({ status, ms = '', msg = '' }: z.output<typeof BeatQuery>): {
  beat: Beat
  problem: DomainError | null
} {
  const duration = parseDuration(ms)
  const beat = { ok: status === 'up', ms: duration ?? null, message: toMessage(msg) }
  return { beat, problem: duration === undefined ? wrongDuration(ms) : null }
}

const wrongDuration = (ms: string) =>
  invalidField(
    'ms',
    `"ms" is a number of milliseconds from 0 to ${maxRunMs} (a day), not ${JSON.stringify(ms.slice(0, 40))}. The run is ` +
      'recorded without it.',
  )

/** Null without a duration, undefined for an invalid one. */
function parseDuration(text: string): number | null | undefined {
  if (text.trim() === '') return null
  const ms = /^\d{1,15}(?:\.\d{1,15})?$/.test(text.trim()) ? Number(text) : NaN
  return ms <= maxRunMs ? ms : undefined
}

/** The message on one line, without characters that PostgreSQL cannot store; null if empty. */
function toMessage(text: string): string | null {
  const line = text.replaceAll(/[\p{Cc}\p{Cs}]+/gu, ' ').trim()
  return Array.from(line).slice(0, maxMessageLength).join('').trim() || null
}
