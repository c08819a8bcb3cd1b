import { z } from 'zod'

/** REST representation of an integration. */
export const Integration = z
  .object({
    key: z.string().describe('What it is reported under.'),
    name: z.string().describe('What it is called.'),
  })
  .meta({
    id: 'Integration',
    description: 'An external provider or a queue.',
    examples: [{ key: 'payments', name: 'Pasarela de pagos' }],
  })

/** REST representation of a supplier. */
export const Supplier = z
  .object({
    sinliId: z.string().describe('Its id in SINLI, in capitals.'),
    name: z.string().describe('What it is called.'),
    updatedAt: z.date().describe('As of when the platform told this.'),
  })
  .meta({
    id: 'Supplier',
    description: 'A supplier of the trade, known by its SINLI id.',
    examples: [{ sinliId: 'LIB00002', name: 'Distribuidora de ejemplo', updatedAt: '2026-02-01T00:00:00.000Z' }],
  })

/** Response to a received SINLI message. */
export const Received = z
  .object({
    id: z.string().describe('The id of the message, to ask for it and to replay it.'),
    status: z.literal('received').describe('It is stored; it will be processed soon.'),
  })
  .meta({
    id: 'Received',
    description: 'A message that is stored. From now on it is not lost.',
    examples: [{ id: '9a0b6f5e-6a35-4a55-8a43-0c9c5a0e4b77', status: 'received' }],
  })

/** Response to reported observations. */
export const IngestResponse = z
  .object({
    accepted: z.int().describe('How many observations were taken.'),
    rejected: z
      .array(
        z.object({
          index: z.int().describe('Its place in the list, from 0.'),
          reason: z.string().describe('Why it was not taken, in a sentence.'),
        }),
      )
      .describe('Those that were not taken, in the order of the list.'),
  })
  .meta({
    id: 'Acceptance',
    description: 'How many observations were taken, and why each of the others was not.',
    examples: [{ accepted: 1, rejected: [{ index: 1, reason: 'It is more than 60 minutes old.' }] }],
  })
