import { z } from 'zod'
import { RefusalReason } from '../../monitoring/telemetry/sources/refusal.ts'
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
    kind: KindName.describe('Kind given in the observations.'),
    key: z.string().describe('Key given in the observations.'),
    count: z.int().describe('Number of observations with the key.'),
    lastAt: z.date().describe('Time of the last observation with the key.'),
  })
  .meta({ id: 'UnmatchedSubject', description: 'An unknown subject in the observations of a service.' })

/** Telemetry of a service that was refused for one reason. */
const RefusedTelemetry = z
  .object({
    reason: z
      .enum(RefusalReason)
      .describe(
        'Why: the clock of the sender is more than a minute ahead; it is more than an hour old; it is of another ' +
          'environment; there is no room for further streams of OpenTelemetry; or it cannot be read.',
      ),
    count: z.int().describe('Number of observations, data points and spans, since none was refused for a day.'),
    lastAt: z.date().describe('Time when the last of them was refused.'),
    environment: z.string().nullable().describe('Environment that the last of them named; null for other reasons.'),
  })
  .meta({ id: 'RefusedTelemetry', description: 'Telemetry that was refused for one reason in the last 24 hours.' })

const ServiceSends = z
  .object({
    kind: KindName.describe('Kind of the subjects.'),
    subjects: z.int().describe('Number of subjects.'),
    lastAt: z.date().describe('Time of the last observation of one of them.'),
  })
  .meta({ id: 'ServiceSends', description: 'Subjects of one kind that a service observed in the last 24 hours.' })

/** The telemetry received from a service. */
export const ServiceTelemetry = z
  .object({
    lastHeardAt: z.date().describe('Time of its last observation, record or message.'),
    meanGapMs: z
      .number()
      .nullable()
      .describe('Usual time between its reports, in milliseconds; null while unknown, or if they come unevenly.'),
    silentSince: z
      .date()
      .nullable()
      .describe('Time of its last report while it is silent, as its interval says; null while it is not.'),
    formats: z
      .array(z.enum(['OWN', 'OPENTELEMETRY']))
      .describe('Formats it used in the last 24 hours: that of this API, or OpenTelemetry Protocol.'),
    sends: z.array(ServiceSends).describe('Subjects it observed in the last 24 hours, by kind.'),
    unmatched: z
      .array(UnmatchedSubject)
      .describe('Unknown subjects in its observations, most recent first, at most 20.'),
    refused: z.array(RefusedTelemetry).describe('Telemetry that was refused in the last 24 hours, the last first.'),
    unmatchedCount: z.int().describe('Number of unknown subjects in its observations, at most 1,000.'),
  })
  .meta({ id: 'ServiceTelemetry', description: 'Telemetry received from a service, updated every 10 seconds.' })

const TrustedDocument = z
  .object({
    id: z.string().describe('SHA-256 of its text, in hexadecimal.'),
    name: z.string().describe('Name of its operation.'),
  })
  .meta({ id: 'TrustedDocument', description: 'A query or a subscription of the admin application.' })

/** A token to display, without its text. */
export const ApiToken = z
  .object({
    id: z.string().describe('Stable identifier; it cannot be used to authenticate.'),
    kind: z.enum(['PERSONAL', 'SERVICE']).describe('Kind of the token: personal, or of a service.'),
    name: z.string().describe('Display name given by its owner.'),
    prefix: z.string().describe('First characters, to recognise it.'),
    scopes: z.array(z.string()).describe('Permissions, limited to those that its owner has at the time.'),
    createdAt: z.date().describe('Creation time.'),
    expiresAt: z.date().describe('Expiry time.'),
    lastUsedAt: z.date().nullable().describe('Time of the last use, to the minute; null if it was never used.'),
    lastAddress: z.string().nullable().describe('IP address of the last use; null if it was never used.'),
    lastAgent: z
      .string()
      .nullable()
      .describe('User-Agent of the last use; null if it was never used, or the client sent none.'),
    revokedAt: z.date().nullable().describe('Time when it was revoked; null if it is not.'),
    serviceId: z.string().nullable().describe('ID of the service that sends with it; null for a personal token.'),
    document: TrustedDocument.nullable().describe(
      'The only document that it may execute; null if it is not bound to one.',
    ),
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
    token: ApiToken.describe('The token.'),
    secret: z.string().describe('Text of the token. It is returned only once and not stored.'),
  })
  .meta({
    id: 'CreatedApiToken',
    description: 'A token that was just created.',
    examples: [{ token: example, secret: 'vgp_4kQz…' }],
  })
