import { createHash } from 'node:crypto'
import type { Request } from 'express'
import { z } from 'zod'
import { commit, type ChangePart } from '../../audit/commit.ts'
import type { Database } from '../../database/database.ts'
import { findKeptAnswer, keepAnswer } from '../../database/idempotency.ts'
import {
  answer,
  readInputs,
  toResponse,
  type HandlerResult,
  type RequestContext,
  type Route,
  type RouteDefinition,
  type RouteInput,
} from '../routing/define-route.ts'
import type { Deps } from '../deps.ts'
import { text } from '../fields/zod-fields.ts'

/**
 * The effect of a request: either writes that commit together with the key and return the response, or a response and
 * work to do after the key has committed. A repeated request has no effect.
 */
type Effect<Result> =
  | { write: (tx: Database) => Promise<ChangePart & { result: Result }>; afterCommit?: never }
  | { write?: never; result: Result; afterCommit: () => void }

const KeyHeader = z.object({
  'idempotency-key': text(200)
    .optional()
    .describe(
      'Idempotency key. For an hour, the same request with the same key gets the same status and body, and is ' +
        'counted once.',
    ),
})

const refusals = {
  409: 'The first request with this Idempotency-Key still runs.',
  422: 'This Idempotency-Key was used for another request within the last hour.',
}

/** The credential of keys used with INGEST_TOKEN, as the audit trail calls it; for a service token it is its id. */
const sharedCredential = 'ingest'

/**
 * Declares a route that adds something and therefore takes an `Idempotency-Key`. Keys of different routes and of
 * different service tokens are independent. The response of a refused request is not stored, so its key can be used
 * again. `plan` validates and reads; it must not change anything, because it also runs for a repetition.
 */
export function idempotentOperation<D extends RouteDefinition>(
  declaration: D,
  plan: (request: RouteInput<D> & RequestContext, deps: Deps) => Promise<Effect<HandlerResult<D>>>,
): Route {
  return {
    ...declaration,
    headers: KeyHeader.extend(declaration.headers?.shape ?? {}),
    refusals: { ...declaration.refusals, ...refusals },
    async answer(context, deps) {
      const { req, at, service } = context
      const credential = service?.tokenId ?? sharedCredential
      const key = KeyHeader.parse(req.headers)['idempotency-key']
      const effect = await plan({ ...readInputs(declaration, req), ...context }, deps)
      if (key === undefined) {
        const result = effect.write ? await commit(deps.db, effect.write) : effect.result
        effect.afterCommit?.()
        return toResponse(result)
      }
      const request = {
        credential,
        operation: declaration.operationId,
        key,
        fingerprint: fingerprintOf(declaration, req),
      }
      const { isRepetition, status, body } = await commit(deps.db, async (tx) => {
        const earlier = await findKeptAnswer(tx, request, at)
        if (earlier) return { result: { ...earlier, isRepetition: true } }
        const { result, ...part } = effect.write ? await effect.write(tx) : { result: effect.result }
        const response = toResponse(result)
        const kept = { status: response.status, body: JSON.stringify(response.body) }
        await keepAnswer(tx, request, kept, at)
        return { ...part, result: { ...kept, isRepetition: false } }
      })
      if (!isRepetition) effect.afterCommit?.()
      return answer(status, JSON.parse(body) as unknown)
    },
  }
}

/** Hash of a request's parameters and body; for a body of raw bytes, also of the headers that belong to it. */
function fingerprintOf({ headers }: RouteDefinition, req: Request): string {
  const { params } = req
  const body: unknown = req.body
  const hash = createHash('sha256')
  if (!Buffer.isBuffer(body)) return hash.update(JSON.stringify([params, body])).digest('base64url')
  const named = ['content-type', ...Object.keys(headers?.shape ?? {})].map((name) => req.headers[name] ?? null)
  return hash
    .update(JSON.stringify([params, named]))
    .update(body)
    .digest('base64url')
}
