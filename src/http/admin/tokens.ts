import { z } from 'zod'
import { personalScopes } from '../../auth/permissions.ts'
import { createToken, listTokens, maxTokenDays, revokeToken } from '../../auth/tokens/manage-tokens.ts'
import { maxReportSeconds, minReportSeconds } from '../../auth/tokens/report-interval.ts'
import { serviceScopes } from '../../auth/tokens/scopes.ts'
import { listSourceTelemetry } from '../../monitoring/telemetry/sources/source-queries.ts'
import { adminRoute } from '../routing/admin-route.ts'
import { answer } from '../routing/define-route.ts'
import { ApiToken, CreatedToken, ServiceTokenList, TokenList } from '../responses/token.ts'
import { fullList, oneOf, wholeNumber } from '../fields/basic-fields.ts'
import { text } from '../fields/zod-fields.ts'
import { descriptionOf } from '../../lib/fields-of.ts'

const Params = z.object({ id: text(100).describe(descriptionOf('Mutation.revokeMyToken(id:)')) })

const newToken = (scopes: readonly [string, ...string[]]) =>
  z.strictObject({
    name: text(100).describe('Display name.'),
    scopes: fullList(oneOf(scopes), scopes.length).describe('Permissions.'),
    expiresInDays: wholeNumber(1, maxTokenDays).describe('Validity in days.'),
  })

const NewPersonalToken = newToken(personalScopes).extend({
  documentId: text(100)
    .nullish()
    .describe('ID of a trusted document, to bind the token to it. GraphQL lists them: `trustedDocuments`.'),
})
const NewServiceToken = newToken(serviceScopes).extend({
  reportsEverySeconds: wholeNumber(minReportSeconds, maxReportSeconds)
    .nullish()
    .describe('How often the service reports, in seconds, so that its silence opens an incident; null: not stated.'),
  replaces: text(100)
    .nullish()
    .describe('ID of a token of the same service that is not revoked; null for a new service.'),
})

const defaults = { inventory: false, sessionOnly: true, tag: 'Tokens' } as const
const created = { 201: { description: 'The token with its text, which is returned only once.', schema: CreatedToken } }
const missing = 'There is no such token.'

/** The routes of API tokens: the tokens of the caller's own account, and the tokens of services. */
export const tokens = [
  adminRoute(
    {
      ...defaults,
      method: 'GET',
      path: '/api/admin/tokens/',
      may: 'read:Session',
      operationId: 'listMyTokens',
      summary: 'List my tokens',
      description: 'Newest first, without revoked ones and those that expired more than 30 days ago.',
      answers: { 200: { description: 'The tokens of the caller.', schema: TokenList } },
    },
    async ({ viewer }, { db }) => ({ items: await listTokens(db, 'PERSONAL', viewer) }),
  ),
  adminRoute(
    {
      ...defaults,
      method: 'POST',
      path: '/api/admin/tokens/',
      may: 'read:Session',
      operationId: 'createMyToken',
      summary: 'Create a personal token',
      description: 'It allows what both its scopes and the role of its owner allow, at the time of each request.',
      body: NewPersonalToken,
      example: { name: 'Informe diario', scopes: ['read:Incident'], expiresInDays: 90 },
      answers: created,
      refusals: { 409: 'The operator has 20 tokens.' },
    },
    async ({ body, viewer, by, at }, { db, documents }) =>
      answer(201, await createToken(db, { kind: 'PERSONAL', ...body, documents }, { ...by, ...viewer }, at)),
  ),
  adminRoute(
    {
      ...defaults,
      method: 'POST',
      path: '/api/admin/tokens/:id/revoke/',
      may: 'read:Session',
      operationId: 'revokeMyToken',
      summary: 'Revoke a personal token',
      description: 'Further requests with it are rejected and its sockets are closed. Idempotent.',
      params: Params,
      answers: { 200: { description: 'The revoked token.', schema: ApiToken } },
      refusals: { 404: missing },
    },
    ({ params, viewer, by, at }, { db }) => revokeToken(db, { kind: 'PERSONAL', ...params }, { ...by, ...viewer }, at),
  ),
  adminRoute(
    {
      ...defaults,
      method: 'GET',
      path: '/api/admin/service-tokens/',
      may: 'manage:Operator',
      operationId: 'listServiceTokens',
      summary: 'List the tokens of services',
      description: 'Newest first, without revoked ones and those that expired more than 30 days ago.',
      answers: { 200: { description: 'The tokens of services.', schema: ServiceTokenList } },
    },
    async ({ viewer, at }, { db }) => {
      const tokens = await listTokens(db, 'SERVICE', viewer)
      const ids = tokens.flatMap(({ serviceId }) => serviceId ?? [])
      const telemetryBySource = new Map(
        (await listSourceTelemetry(db, ids, at)).map(({ sourceId, ...rest }) => [sourceId, rest]),
      )
      return {
        items: tokens.map((token) => ({ ...token, telemetry: telemetryBySource.get(token.serviceId ?? '') ?? null })),
      }
    },
  ),
  adminRoute(
    {
      ...defaults,
      method: 'POST',
      path: '/api/admin/service-tokens/',
      may: 'manage:Operator',
      operationId: 'createServiceToken',
      summary: 'Create a service token',
      description:
        'For the ingest API only. To replace a token, create the new one with `replaces` before the old one is revoked.',
      body: NewServiceToken,
      example: { name: 'Pedidos', scopes: ['ingest:observations'], expiresInDays: 365, reportsEverySeconds: 60 },
      answers: created,
    },
    async ({ body, viewer, by, at }, { db }) =>
      answer(201, await createToken(db, { kind: 'SERVICE', ...body }, { ...by, ...viewer }, at)),
  ),
  adminRoute(
    {
      ...defaults,
      method: 'POST',
      path: '/api/admin/service-tokens/:id/revoke/',
      may: 'manage:Operator',
      operationId: 'revokeServiceToken',
      summary: 'Revoke a service token',
      description: 'Further requests with it are rejected. Idempotent.',
      params: Params,
      answers: { 200: { description: 'The revoked token.', schema: ApiToken } },
      refusals: { 404: missing },
    },
    ({ params, viewer, by, at }, { db }) => revokeToken(db, { kind: 'SERVICE', ...params }, { ...by, ...viewer }, at),
  ),
]
