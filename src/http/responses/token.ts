import { z } from 'zod'
import { RefusalReason } from '../../monitoring/telemetry/sources/refusal.ts'
import { descriptionOf, fieldsOf } from '../../lib/fields-of.ts'
import { enumerations } from '../../generated/contract.ts'
import { KindName } from './shared.ts'

const example = {
  id: '0f4c9a3e-2f65-4e0c-8f0e-3a5f7b1c9d20',
  kind: 'PERSONAL',
  name: 'Informe diario',
  prefix: 'vgp_4kQz',
  scopes: ['read:Incident'],
  createdAt: '2026-03-01T10:00:00.000Z',
  expiresAt: '2026-05-30T10:00:00.000Z',
  lastUsedAt: null,
  lastAddress: null,
  lastAgent: null,
  revokedAt: null,
  serviceId: null,
  document: null,
}

/** An unregistered subject that a service named in its observations. */
const UnmatchedSubject = z
  .object({
    ...fieldsOf('UnmatchedSubject', { kind: KindName, key: true, count: true, lastAt: true }),
  })
  .meta({ id: 'UnmatchedSubject', description: descriptionOf('UnmatchedSubject') })

/** Telemetry of a service that was refused for one reason. */
const RefusedTelemetry = z
  .object({
    reason: z
      .enum(RefusalReason)
      .describe(
        'Why: the clock of the sender is more than a minute ahead; it is more than an hour old; it is of another ' +
          'environment; there is no room for further streams of OpenTelemetry; or it cannot be read.',
      ),
    ...fieldsOf('RefusedTelemetry', { count: true, lastAt: true, environment: true }),
  })
  .meta({ id: 'RefusedTelemetry', description: 'Telemetry that was refused for one reason in the last 24 hours.' })

const ServiceSends = z
  .object({
    ...fieldsOf('ServiceSends', { kind: KindName, subjects: true, lastAt: true }),
  })
  .meta({ id: 'ServiceSends', description: descriptionOf('ServiceSends') })

/** The telemetry received from a service. */
export const ServiceTelemetry = z
  .object({
    ...fieldsOf('ServiceTelemetry', { lastHeardAt: true }),
    meanGapMs: z
      .number()
      .nullable()
      .describe('Usual time between its reports, in milliseconds; null while unknown, or if they come unevenly.'),
    silentSince: z
      .date()
      .nullable()
      .describe('Time of its last report while it is silent, as its interval says; null while it is not.'),
    formats: z
      .array(z.enum(enumerations.TelemetryFormat))
      .describe('Formats it used in the last 24 hours: that of this API, or OpenTelemetry Protocol.'),
    sends: z.array(ServiceSends).describe('Subjects it observed in the last 24 hours, by kind.'),
    ...fieldsOf('ServiceTelemetry', { unmatched: z.array(UnmatchedSubject), refused: z.array(RefusedTelemetry) }),
    unmatchedCount: z.int().describe('Number of unknown subjects in its observations, at most 1,000.'),
  })
  .meta({ id: 'ServiceTelemetry', description: descriptionOf('ServiceTelemetry') })

const TrustedDocument = z
  .object({
    id: z.string().describe('SHA-256 of its text, in hexadecimal.'),
    ...fieldsOf('TrustedDocument', { name: true }),
  })
  .meta({ id: 'TrustedDocument', description: 'A query or a subscription of the admin application.' })

/** A token to display, without its text. */
export const ApiToken = z
  .object({
    ...fieldsOf('ApiToken', { id: true }),
    kind: z.enum(enumerations.TokenKind).describe('Kind of the token: personal, or of a service.'),
    ...fieldsOf('ApiToken', { name: true, prefix: true }),
    scopes: z.array(z.string()).describe('Permissions, limited to those that its owner has at the time.'),
    ...fieldsOf('ApiToken', {
      createdAt: true,
      expiresAt: true,
      lastUsedAt: true,
      lastAddress: true,
      lastAgent: true,
      revokedAt: true,
    }),
    serviceId: z.string().nullable().describe('ID of the service that sends with it; null for a personal token.'),
    ...fieldsOf('ApiToken', { document: TrustedDocument }),
  })
  .meta({
    id: 'ApiToken',
    description: 'A token that authenticates a script or a service.',
    examples: [example],
  })

/** A list of tokens. */
export const TokenList = z
  .object({ items: z.array(ApiToken).describe('Tokens, newest first, without revoked ones.') })
  .meta({ id: 'ApiTokenList', description: 'A list of tokens.', examples: [{ items: [example] }] })

const ServiceToken = ApiToken.extend({
  telemetry: ServiceTelemetry.nullable().describe('Telemetry received from the service; null if there was none.'),
}).meta({ id: 'ServiceToken', description: 'A service token, with the telemetry received from the service.' })

/** A list of tokens of services. */
export const ServiceTokenList = z
  .object({ items: z.array(ServiceToken).describe('Tokens, newest first, without revoked ones.') })
  .meta({
    id: 'ServiceTokenList',
    description: 'A list of service tokens.',
    examples: [
      {
        items: [
          {
            ...{ ...example, kind: 'SERVICE', name: 'Pedidos', scopes: ['ingest:observations'], telemetry: null },
            serviceId: '3b1f0a52-8f7d-4c63-9a55-0c1de2f4b6a7',
          },
        ],
      },
    ],
  })

/** A newly created token. */
export const CreatedToken = z
  .object({
    ...fieldsOf('CreatedApiToken', { token: ApiToken, secret: true }),
  })
  .meta({
    id: 'CreatedApiToken',
    description: descriptionOf('CreatedApiToken'),
    examples: [{ token: example, secret: 'vgp_4kQz…' }],
  })
