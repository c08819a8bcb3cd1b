import { type components, type operations } from '../generated/rest.ts'

type Schemas = components['schemas']

/** Body of `POST /api/admin/integrations/sinli_inbound/replay/`. */
export type ReplayRequest = operations['replayMessages']['requestBody']['content']['application/json']

type WithoutOptions<Request> = Request extends unknown ? Omit<Request, 'limit' | 'dryRun' | 'force' | 'reason'> : never

/** Messages to replay: the named ones, or the failed ones that match a filter. */
export type ReplaySelection = WithoutOptions<ReplayRequest>

/** Outcome, or expected outcome in a dry run, of each message. The four counts add up to `selected`. */
export type ReplayResponse = Schemas['Replay']

/** Response of `GET /api/admin/search/`. */
export type SearchResults = Schemas['Found']

/** Hits of one group, best first; `more` is true if there are further ones. */
export type HitGroup = SearchResults['groups'][number]

/** One search hit: id, title and a distinguishing detail. */
export type Hit = HitGroup['hits'][number]

/** Response of `POST /api/admin/customers/:id/unlock-login/`. */
export type UnlockedCustomer = Schemas['Customer']

/** Response of `POST /auth/sign-in`. */
export type OpenedSession = Schemas['OpenedSession']

/** A permission of a service token. */
export type ServiceScope = Schemas['CreateServiceTokenInput']['scopes'][number]

/** Response of `GET /auth/methods`; `provider` is null where no identity provider is configured. */
export type SignInMethods = Schemas['SignInMethods']

/** Response of `PUT /api/admin/services/:service/openapi/`. */
export type EndpointImport = Schemas['EndpointImport']

/** Response of `POST /api/admin/services/:service/retire-pending/`. */
export type EndpointRetirement = Schemas['EndpointRetirement']
