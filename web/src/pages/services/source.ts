import { type ServiceTelemetry } from '../../api/health/sources.ts'
import { type ServiceToken } from '../../api/auth/tokens.ts'

/** A source of data with its activity. If `token` is null, the source is the setting INGEST_TOKEN. */
export type Source = { id: string; token: ServiceToken | null; telemetry: ServiceTelemetry | null }

const SHARED_SOURCE_ID = 'INGEST_TOKEN'

/** The sources of data: the tokens of services, and INGEST_TOKEN if data arrived with it. */
export const sourcesOf = (tokens: readonly ServiceToken[], shared: ServiceTelemetry | null): Source[] => [
  ...tokens.map((token) => ({ id: token.id, token, telemetry: token.telemetry ?? null })),
  ...(shared ? [{ id: SHARED_SOURCE_ID, token: null, telemetry: shared }] : []),
]
