import { z } from 'zod'

const Hit = z
  .object({
    id: z
      .string()
      .describe('ID of the object found: code of a library, or ID of a customer, endpoint, incident or message.'),
    title: z.string().describe('Name of the object.'),
    detail: z.string().nullable().describe('Detail to distinguish objects with the same title; null if there is none.'),
  })
  .meta({ id: 'SearchHit', description: 'A search result.' })

const HitGroup = z
  .object({
    group: z.enum(['libraries', 'customers', 'endpoints', 'incidents', 'messages']).describe('The group.'),
    hits: z.array(Hit).describe('Results, best first; empty if there are none.'),
    more: z.boolean().describe('Whether there are more results than returned.'),
    missingPermission: z
      .string()
      .nullable()
      .describe('Permission or scope that the caller lacks, so that the group was not searched; null if it was.'),
  })
  .meta({ id: 'SearchGroup', description: 'Search results of one group.' })

/** Response of a search. */
export const Found = z
  .object({
    q: z.string().describe('Search text, without leading and trailing blanks.'),
    groups: z.array(HitGroup).describe('One entry per group, always all of them.'),
    partlyReadCount: z
      .int()
      .nullable()
      .describe(
        'If nothing was found: the number of failed SINLI messages that could hold it, because not all of them is legible or has been read; otherwise 0. Null if the caller may not read messages.',
      ),
  })
  .meta({
    id: 'Found',
    description: 'Results of a search, by group.',
    examples: [
      {
        q: 'aurora',
        groups: [
          {
            group: 'libraries',
            hits: [{ id: 'EJ-001', title: 'Librería de ejemplo Aurora', detail: 'Villaejemplo, Ejemplares' }],
            more: false,
            missingPermission: null,
          },
        ],
        partlyReadCount: 0,
      },
    ],
  })
