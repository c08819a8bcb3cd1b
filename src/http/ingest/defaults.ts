import { jsonBodyParser } from '../routing/json-body.ts'
import { bodyLimits } from '../../request/body-limits.ts'

/** Declaration fields common to the routes of the ingest API. */
export const ingestDefaults = { access: 'token', tag: 'Ingest', reads: jsonBodyParser(bodyLimits.ingest) } as const

/** Declaration fields common to the ingest routes for libraries, customers, integrations and suppliers. */
export const recordDefaults = { ...ingestDefaults, scope: 'ingest:records' } as const
