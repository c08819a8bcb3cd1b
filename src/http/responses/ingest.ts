import { z } from 'zod'
import { ReportRefusal } from '../../monitoring/telemetry/sources/refusal.ts'
import { fieldsOf } from '../../lib/fields-of.ts'
import { Sentence } from '../../request/problem-document.ts'
import { ServiceTelemetry } from './token.ts'

export const Integration = z
  .object({
    key: z.string().describe('Key of the integration in observations.'),
    name: z.string().describe('Display name.'),
    hosts: z.array(z.string()).describe('Hosts by which OpenTelemetry identifies it.'),
  })
  .meta({
    id: 'Integration',
    description: 'An external provider or a queue.',
    examples: [{ key: 'payments', name: 'Pasarela de pagos', hosts: ['api.payments.example'] }],
  })

export const Supplier = z
  .object({
    sinliId: z.string().describe('SINLI ID, in capitals.'),
    ...fieldsOf('Supplier', { name: true, updatedAt: true }),
  })
  .meta({
    id: 'Supplier',
    description: 'A supplier, identified by its SINLI ID.',
    examples: [{ sinliId: 'LIB00002', name: 'Distribuidora de ejemplo', updatedAt: '2026-02-01T00:00:00.000Z' }],
  })

/** The lock of a customer's login. */
export const CustomerLogin = z
  .object({
    locked: z.boolean().describe('Whether the login is locked.'),
    lockReason: z
      .string()
      .nullable()
      .describe('Reason for the lock; null if the login is not locked, or none was given.'),
    ...fieldsOf('Customer', { lockedAt: true }),
    unlockedAt: z.date().nullable().describe('Time when the lock was last lifted; null if it never was.'),
  })
  .meta({
    id: 'CustomerLogin',
    description: "The lock of a customer's login, to be checked by the platform before a sign-in.",
    examples: [{ locked: false, lockReason: null, lockedAt: null, unlockedAt: '2026-03-01T10:00:00.000Z' }],
  })

/** Response to a received SINLI message. */
export const Received = z
  .object({
    id: z.string().describe('ID of the message, to query and to replay it.'),
    status: z.literal('received').describe('Status: stored, and processed soon.'),
  })
  .meta({
    id: 'Received',
    description: 'A durably stored message.',
    examples: [{ id: '9a0b6f5e-6a35-4a55-8a43-0c9c5a0e4b77', status: 'received' }],
  })

const Rejection = z
  .object({
    index: z.int().describe('Index in the list, from 0.'),
    reason: z.string().describe('Reason for the rejection, as a sentence.'),
    sentence: Sentence.describe('`reason` in parts, to be told in another language.'),
  })
  .meta({ id: 'Rejection', description: 'A rejected observation.' })

/** Response to `POST` of observations: the number accepted, and each rejected one with its reason. */
export const IngestResponse = z
  .object({
    accepted: z.int().describe('Number of accepted observations.'),
    rejected: z.array(Rejection).describe('Rejected observations, in the order of the list.'),
  })
  .meta({
    id: 'Acceptance',
    description: 'The number of accepted observations, and the reasons for the rejection of the others.',
    examples: [
      {
        accepted: 1,
        rejected: [
          {
            ...{ index: 1, reason: 'It is more than 60 minutes old.' },
            sentence: { code: 'SAMPLE_TOO_OLD', parameters: {} },
          },
        ],
      },
    ],
  })

const LastRefusal = z
  .object({
    reason: z.enum(ReportRefusal).describe('Why it was refused.'),
    at: z.date().describe('Time of the refusal.'),
    count: z.int().describe('Number of refused reports since the last accepted one.'),
  })
  .meta({ id: 'LastRefusal', description: 'The last report of a service that was refused as a whole.' })

const ReportingService = z
  .object({
    id: z.string().describe('ID of the service, the same for all of its tokens.'),
    intervalSeconds: z.int().nullable().describe('How often it reports, as stated; null: at no fixed rhythm.'),
    lastReportAt: z.date().nullable().describe('Time of its last report; null before the first.'),
    lastRefusal: LastRefusal.nullable().describe('The last report that was refused as a whole; null if none was.'),
  })
  .meta({ id: 'ReportingService', description: 'A service, which outlives the rotation of its tokens.' })

/** The token of a service, as the service itself sees it. */
export const WhoAmI = z
  .object({
    name: z.string().describe('Name of the token; INGEST_TOKEN for the token of the settings.'),
    scopes: z.array(z.string()).describe('Permissions.'),
    expiresAt: z.date().nullable().describe('Expiry time; null for INGEST_TOKEN.'),
    lastUsedAt: z
      .date()
      .nullable()
      .describe(
        'Time of the last use before this request, to the minute; null if it was never used, and for INGEST_TOKEN.',
      ),
    ...fieldsOf('Service', { lastHeardAt: true }),
    service: ReportingService.nullable().describe(
      'The service that sends with the token; null for INGEST_TOKEN before its first request.',
    ),
    ...ServiceTelemetry.pick({ unmatched: true, refused: true }).shape,
  })
  .meta({
    id: 'WhoAmI',
    description: 'The token of a service.',
    examples: [
      {
        name: 'Pedidos',
        scopes: ['ingest:observations'],
        expiresAt: '2027-03-01T10:00:00.000Z',
        lastUsedAt: '2026-03-01T10:00:00.000Z',
        lastHeardAt: '2026-03-01T10:00:12.000Z',
        service: {
          id: '3b1f0a52-8f7d-4c63-9a55-0c1de2f4b6a7',
          intervalSeconds: 60,
          lastReportAt: '2026-03-01T10:00:12.000Z',
          lastRefusal: null,
        },
        unmatched: [{ kind: 'LIBRERIAS', key: 'EJ-9', count: 3, lastAt: '2026-03-01T10:00:12.000Z' }],
        refused: [{ reason: 'CLOCK_AHEAD', count: 40, lastAt: '2026-03-01T10:00:12.000Z', environment: null }],
      },
    ],
  })
