import { type components, type operations } from '../generated/rest.ts'

type Schemas = components['schemas']

/** The body of `POST /api/admin/integrations/sinli_inbound/replay/`. */
export type ReplayRequest = operations['replayMessages']['requestBody']['content']['application/json']

type Selecting<Request> = Request extends unknown ? Omit<Request, 'limit' | 'dryRun' | 'force' | 'reason'> : never

/** Which messages to reprocess: those named, or those that failed and match. */
export type ReplaySelection = Selecting<ReplayRequest>

/** What became, or would become, of each message. The four counts add up to `selected`. */
export type ReplayAnswer = Schemas['Replay']

/** What `GET /api/admin/search/` answers. */
export type Found = Schemas['Found']

/** What was found of one sort, the best first; `more` where not all is told. */
export type HitGroup = Found['groups'][number]

/** Something found: where it is, what it is called, and what tells it from its likes. */
export type Hit = HitGroup['hits'][number]

/** What `POST /api/admin/customers/:id/unlock-login/` answers. */
export type UnlockedCustomer = Schemas['Customer']
