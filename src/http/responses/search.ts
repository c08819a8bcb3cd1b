import { z } from 'zod'

const Hit = z.object({
  id: z.string().describe('Its id: a library’s code, a customer’s, endpoint’s, incident’s or message’s id.'),
  title: z.string().describe('What it is called.'),
  detail: z.string().nullable().describe('What tells it from its likes; null where there is nothing more to say.'),
})

const HitGroup = z.object({
  group: z.enum(['libraries', 'customers', 'endpoints', 'incidents', 'messages']).describe('What was looked through.'),
  hits: z.array(Hit).describe('What was found, the best first; empty where nothing was.'),
  more: z.boolean().describe('Whether there is more than is told; look for something more precise.'),
})

/** Response of a search. */
export const Found = z
  .object({
    q: z.string().describe('What was looked for, without blanks at its ends.'),
    groups: z.array(HitGroup).describe('One group of each sort, always all of them.'),
  })
  .meta({
    id: 'Found',
    description: 'What was found, by sort.',
    examples: [
      {
        q: 'aurora',
        groups: [
          {
            group: 'libraries',
            hits: [{ id: 'EJ-001', title: 'Librería de ejemplo Aurora', detail: 'Villaejemplo, Ejemplares' }],
            more: false,
          },
        ],
      },
    ],
  })
