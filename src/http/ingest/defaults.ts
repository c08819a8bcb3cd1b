import { jsonReader } from '../json-body.ts'

/** Declaration fields common to the routes of the ingest API. */
export const ingestDefaults = { access: 'token', tag: 'Ingest', reads: jsonReader('1mb') } as const
