import { createHash } from 'node:crypto'
import type { Request } from 'express'
import { z } from 'zod'
import type { Database } from '../../database/database.ts'
import { runOnce } from '../../database/idempotency.ts'
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
 * The effect of a request. `commit` writes to the database it gets, and returns the response; given a transaction, its
 * writes commit together with the key. `afterCommit` does what is not in the database, and only if `commit` has run.
 */
export type Effect<Result> = { commit: (db: Database) => Promise<Result>; afterCommit?: () => void }

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

/** The credential INGEST_TOKEN, as the audit trail calls it; service tokens count by their id. */
const sharedCredential = 'ingest'

/**
 * Declares a route that adds something, hence takes an `Idempotency-Key`. Keys of different routes and of different service
 * tokens are independent.
 * A refusal is not kept: the key can be used again. `plan` validates and reads; it must not change anything, and
 * also runs for a repetition.
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
      const { commit, afterCommit } = await plan({ ...readInputs(declaration, req), ...context }, deps)
      if (key === undefined) {
        const response = toResponse(await commit(deps.db))
        afterCommit?.()
        return response
      }
      const request = {
        credential,
        operation: declaration.operationId,
        key,
        fingerprint: fingerprintOf(declaration, req),
      }
      const { isRepetition, status, body } = await runOnce(deps.db, request, at, async (tx) => {
        const response = toResponse(await commit(tx))
        return { status: response.status, body: JSON.stringify(response.body) }
      })
      if (!isRepetition) afterCommit?.()
      return answer(status, JSON.parse(body) as unknown)
    },
  }
}

/** Hash of what a request asks for: its parameters and its body; of one in bytes, its headers too. */
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
