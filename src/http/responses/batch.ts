import { z } from 'zod'
import { Sentence } from '../../request/problem-document.ts'

const RecordOutcome = z
  .object({
    index: z.int().describe('Index of the record in the list, from 0.'),
    id: z.string().nullable().describe('Code or ID of the record; null if it is malformed.'),
    outcome: z
      .enum(['created', 'updated', 'ignored', 'refused'])
      .describe(
        '`created`: it did not exist. `updated`: it existed. `ignored`: the stored data are newer. `refused`: see ' +
          '`reason`.',
      ),
    reason: z.string().nullable().describe('Reason for the rejection, as a sentence; null if it was not rejected.'),
    sentence: Sentence.nullable().describe(
      '`reason` in parts, to be told in another language; null if it was not rejected.',
    ),
  })
  .meta({ id: 'RecordOutcome', description: 'The result of a record of a batch.' })

/** Response to a batch of records. */
export const BatchResult = z
  .object({
    created: z.int().describe('Number of records created.'),
    updated: z.int().describe('Number of records updated.'),
    ignored: z.int().describe('Number of records ignored because the stored data are newer.'),
    refused: z.int().describe('Number of records rejected.'),
    outcomes: z.array(RecordOutcome).describe('Result of each record, in the order of the list.'),
  })
  .meta({
    id: 'BatchResult',
    description: 'The result of a batch. Each record is accepted or rejected on its own.',
    examples: [
      {
        ...{ created: 1, updated: 0, ignored: 0, refused: 1 },
        outcomes: [
          { index: 0, id: 'EJ-001', outcome: 'created', reason: null, sentence: null },
          {
            ...{ index: 1, id: 'EJ-007', outcome: 'refused' },
            reason: 'The SINLI id LIB00001 belongs to another library.',
            sentence: { code: 'SINLI_ID_OF_OTHER', parameters: { sinliId: 'LIB00001' } },
          },
        ],
      },
    ],
  })
