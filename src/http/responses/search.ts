import { z } from 'zod'
import { descriptionOf, fieldsOf } from '../../lib/fields-of.ts'

const Hit = z
  .object({
    id: z.string().describe(descriptionOf('SearchHit.nodeId')),
    ...fieldsOf('SearchHit', { title: true, detail: true }),
  })
  .meta({ id: 'SearchHit', description: descriptionOf('SearchHit') })

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
  .meta({ id: 'SearchGroup', description: descriptionOf('SearchGroup') })

/** Response of a search. */
export const Found = z
  .object({
    q: z.string().describe(descriptionOf('SearchResult.query')),
    ...fieldsOf('SearchResult', { groups: z.array(HitGroup) }),
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
