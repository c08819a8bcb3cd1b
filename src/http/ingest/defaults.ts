import { jsonReader } from '../json-body.ts'

/** What the operations have in common that the platform's services call with their token. */
export const ingestDefaults = { access: 'token', tag: 'Ingest', reads: jsonReader('1mb') } as const
