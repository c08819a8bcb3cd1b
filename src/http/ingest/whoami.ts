import { listSourceTelemetry } from '../../monitoring/telemetry/sources/source-queries.ts'
import { findServices, type ServiceRecord } from '../../monitoring/services/service-queries.ts'
import { operation } from '../routing/define-route.ts'
import { WhoAmI } from '../responses/ingest.ts'
import { ingestDefaults } from './defaults.ts'
import { sourceIdOf, unauthenticatedService } from './service.ts'

/** The route that returns a service's own token. */
export const whoAmI = [
  operation(
    {
      ...ingestDefaults,
      method: 'GET',
      path: '/ingest/v1/whoami',
      operationId: 'whoAmI',
      summary: 'Get the current token',
      description:
        'For any token of a service, independently of its scopes, and for INGEST_TOKEN, which has all of them. ' +
        'Telemetry is updated every 10 seconds.',
      answers: { 200: { description: 'The token of the request.', schema: WhoAmI } },
    },
    async ({ service, at }, { db }) => {
      if (!service) throw unauthenticatedService()
      const { name, scopes, expiresAt, lastUsedAt } = service
      const [telemetry] = await listSourceTelemetry(db, [sourceIdOf(service)], at)
      const { lastHeardAt = null, unmatched = [], refused = [] } = telemetry ?? {}
      const [record] = await findServices(db, [sourceIdOf(service)], at)
      const own = { name, scopes: [...scopes], expiresAt, lastUsedAt, lastHeardAt }
      return { ...own, service: record ? serviceBody(record) : null, unmatched, refused }
    },
  ),
]

const serviceBody = ({ id, intervalSeconds, lastReportAt, lastRefusal }: ServiceRecord) => ({
  ...{ id, intervalSeconds, lastReportAt },
  lastRefusal: lastRefusal && { reason: lastRefusal.reason, at: lastRefusal.at, count: lastRefusal.count },
})
