import type { RequestHandler } from 'express'
import { z } from 'zod'
import { DomainError, invalidField } from '../../lib/errors.ts'
import { findBySecret, recordBeat, type Beat } from '../../monitoring/heartbeats/record-beat.ts'
import { maxRunMs } from '../../monitoring/heartbeats/schedule.ts'
import { parameter } from '../fields/basic-fields.ts'
import { said } from '../../request/said.ts'
import { sendProblem } from '../../request/problems.ts'
import { answer, operation, type RequestContext } from '../routing/define-route.ts'
import type { Deps } from '../deps.ts'
import { BeatBody, beatBodyParser, beatDescriptions, isDuration, maxMessageLength } from './beat-body.ts'
import { storableText } from '../../lib/postgres-values.ts'

/** Path of the heartbeats. The secret in it is the credential, so it is never logged. */
export const heartbeatPath = '/ingest/v1/heartbeats/:secret'

const Params = z.object({ secret: z.string().describe('Secret of the heartbeat, returned at its creation.') })

const once = parameter().optional()

const BeatQuery = z.object({
  status: z
    .enum(['up', 'down'], said({ code: 'RUN_STATUS_INVALID', parameters: {} }))
    .optional()
    .describe(beatDescriptions.status),
  // `readBeat` parses the duration, so that the run counts even if its duration is wrong.
  ms: once.meta({
    type: 'number',
    minimum: 0,
    maximum: maxRunMs,
    description: `${beatDescriptions.ms} With an invalid value the run counts without a duration, and the response is 400.`,
  }),
  msg: once.describe(beatDescriptions.msg),
})

const declaration = {
  access: 'anybody',
  tag: 'Ingest',
  isTelemetry: true,
  path: heartbeatPath,
  summary: 'Report the run of a scheduled job',
  description:
    'For a `curl` in a crontab: the secret in the path is the credential, and no token is required. `HEAD` is ' +
    'rejected and has no effect.',
  params: Params,
  query: BeatQuery,
  answers: { 204: { description: 'The run was recorded.' } },
  refusals: {
    404: 'There is no heartbeat with this secret.',
    405: 'The method is not supported.',
    429: 'More than 60 requests in a minute: for this heartbeat, or for unknown ones from this address.',
  },
} as const

/** The routes by which scheduled jobs report their runs. */
export const heartbeatRoutes = [
  operation({ ...declaration, method: 'GET', operationId: 'beat' }, receiveBeat),
  operation(
    {
      ...declaration,
      method: 'POST',
      operationId: 'postBeat',
      description: `${declaration.description} The parameters may be in the body instead, as a form or as JSON. Whatever else a body has is ignored; if one of both says \`down\`, the run failed.`,
      reads: beatBodyParser,
      body: BeatBody,
      example: { status: 'down', ms: 5_400, msg: 'No space left on device' },
    },
    ({ body, ...request }, deps) => receiveBeat({ ...request, query: withBody(request.query, body) }, deps),
  ),
]

/** Middleware that refuses other methods: HEAD would otherwise count as GET. */
export const rejectOtherBeats: RequestHandler = (req, res, next) => {
  res.set('cache-control', 'no-store')
  if (req.method === 'GET' || req.method === 'POST') next()
  else
    sendProblem(res, {
      status: 405,
      code: 'METHOD_NOT_ALLOWED',
      sentence: { code: 'METHODS_OF_HEARTBEAT', parameters: {} },
      headers: { allow: 'GET, POST' },
    })
}

type BeatQuery = z.output<typeof BeatQuery>
type BeatRequest = RequestContext & { params: z.output<typeof Params>; query: BeatQuery }

async function receiveBeat({ params, query, address, at }: BeatRequest, { db, beatLimits }: Deps) {
  const heartbeat = await findBySecret(db, params.secret)
  if (!heartbeat) {
    beatLimits.requireFewMisses(address)
    throw new DomainError('NOT_FOUND', { code: 'NO_HEARTBEAT_OF_SECRET', parameters: {} })
  }
  beatLimits.requireFewBeats(heartbeat.id)
  const { beat, problem } = readBeat(query)
  await recordBeat(db, heartbeat, beat, at)
  if (problem) throw problem
  return answer(204, undefined)
}

/** Merges the parameters of query and body. The query wins, except that a failure in the body counts. */
export const withBody = (query: BeatQuery, body: BeatBody): BeatQuery => ({
  ...body,
  ...query,
  ...(body.status === 'down' && { status: 'down' }),
})

/** Parses a beat from its parameters. An invalid duration is omitted, and `problem` describes it. */
export function readBeat({ status = 'up', ms = '', msg = '' }: BeatQuery): {
  beat: Beat
  problem: DomainError | null
} {
  const isWrong = ms.trim() !== '' && !isDuration(ms)
  const beat = { ok: status === 'up', ms: isWrong || ms.trim() === '' ? null : Number(ms), message: toMessage(msg) }
  return { beat, problem: isWrong ? wrongDuration(ms) : null }
}

const wrongDuration = (ms: string) =>
  invalidField('ms', { code: 'BEAT_DURATION_INVALID', parameters: { max: maxRunMs, given: ms.slice(0, 40) } })

/** The message on one line, without characters that PostgreSQL cannot store; null if empty. */
function toMessage(text: string): string | null {
  const line = text.replaceAll(/[\p{Cc}\p{Cs}]+/gu, ' ').trim()
  return storableText(line, maxMessageLength).trim() || null
}
