import type { RequestHandler } from 'express'
import { findEndedToken, type ServiceCaller } from '../../auth/tokens/find-token.ts'
import { serviceScopes } from '../../auth/tokens/scopes.ts'
import { equalSecrets } from '../../auth/timing-safe-equal.ts'
import { kindOfToken } from '../../auth/tokens/token-form.ts'
import { DomainError } from '../../lib/errors.ts'
import { sharedSourceId } from '../../monitoring/telemetry/sources/source-queries.ts'
import { readBearer } from '../../request/bearer.ts'
import { factsOf } from '../../request/request-trace.ts'
import { isReport, noteRefusal } from './note-refusals.ts'
import type { Route } from '../routing/define-route.ts'
import type { Deps } from '../deps.ts'

/** The service that authenticates with the setting INGEST_TOKEN, which has every scope. */
const sharedService: ServiceCaller = {
  id: sharedSourceId,
  tokenId: null,
  name: sharedSourceId,
  scopes: serviceScopes,
  expiresAt: null,
  lastUsedAt: null,
}

/** Middleware that authenticates the service by its token. */
export function requireService(deps: Deps): RequestHandler {
  const { sessions, config, clock, clientAddress, checkTokenRate } = deps
  const { ingestToken } = config
  return async (req, res, next) => {
    const { authorization, 'user-agent': agent } = req.headers
    const bearer = readBearer(authorization) ?? ''
    const isShared = ingestToken !== null && equalSecrets(bearer, ingestToken)
    const use = { at: new Date(clock.now()), address: clientAddress(req), agent }
    const service = isShared ? sharedService : await sessions.findService(bearer, use)
    if (!service) {
      if (isReport(res)) await noteEndedToken(bearer, deps)
      throw rejection(bearer, ingestToken)
    }
    noteRefusal(res, (reason) => {
      deps.refusedRequest(service.id, { reason, values: {} })
    })
    const tooMany = service.tokenId === null ? null : checkTokenRate('SERVICE', service.tokenId, res)
    if (tooMany) throw tooMany
    res.locals.service = service
    factsOf(req).actor = 'ingest'
    res.set('cache-control', 'no-store')
    next()
  }
}

async function noteEndedToken(bearer: string, { db, refusedRequest }: Pick<Deps, 'db' | 'refusedRequest'>) {
  const ended = await findEndedToken(db, bearer)
  if (ended) refusedRequest(ended.serviceId, { reason: ended.reason, values: { at: ended.endedAt.toISOString() } })
}

/** Wraps a route: refuses services whose token lacks the scope of the route, and records that the service sent data. */
export const withScope = (route: Route): Route => ({
  ...route,
  async answer(context, deps) {
    const { scope } = route
    if (scope && !context.service?.scopes.includes(scope))
      throw new DomainError('FORBIDDEN', { code: 'TOKEN_LACKS_SCOPE', parameters: { permission: scope } })
    const response = await route.answer(context, deps)
    if (scope && route.method !== 'GET') deps.recordContact(sourceIdOf(context.service), formatOf(route))
    return response
  },
})

const formatOf = ({ path }: Route) => (path.startsWith('/ingest/otlp/') ? 'OPENTELEMETRY' : 'OWN')

/** The id of a service as a source of telemetry. */
export const sourceIdOf = (service: ServiceCaller | null): string => service?.id ?? sharedSourceId

/** The name of a service's token for the audit trail; null for INGEST_TOKEN. */
export const tokenNameOf = (service: ServiceCaller | null): string | null =>
  service?.tokenId == null ? null : service.name

function rejection(bearer: string, ingestToken: string | null): DomainError {
  const kind = kindOfToken(bearer)
  if (kind === 'PERSONAL') return new DomainError('FORBIDDEN', { code: 'TOKEN_IS_PERSONAL', parameters: {} })
  if (kind === null && ingestToken === null)
    return new DomainError('UNAVAILABLE', { code: 'INGEST_TOKEN_NOT_SET', parameters: {} })
  return unauthenticatedService()
}

/** The error for callers without the token of a service. */
export const unauthenticatedService = (): DomainError =>
  new DomainError('UNAUTHENTICATED', { code: 'SERVICE_TOKEN_NEEDED', parameters: {} })
