import { jsonBodyParser } from '../routing/json-body.ts'

/** Declaration fields common to the routes of the ingest API. */
export const ingestDefaults = { access: 'token', tag: 'Ingest', reads: jsonBodyParser('1mb') } as const

/** The same of the routes for libraries, customers, integrations and suppliers. */
export const recordDefaults = { ...ingestDefaults, scope: 'ingest:records' } as const
