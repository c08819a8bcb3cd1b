import { z } from 'zod'
import { fieldsOf } from '../../lib/fields-of.ts'

const SinliSentence = z
  .object({
    code: z.string().describe('Code of the sentence, e.g. `SENDER_UNKNOWN`.'),
    parameters: z.unknown().describe('Values in the sentence by name, as a JSON object.'),
  })
  .meta({ id: 'SinliSentence', description: 'A sentence about a message in structured form.' })

const ReplayOutcomeResponse = z
  .object({
    ...fieldsOf('ReplayResult', { messageId: true }),
    outcome: z
      .enum(['reprocessed', 'unchanged', 'skipped', 'failed'])
      .describe(
        'Result. reprocessed: its document is stored. unchanged: it was already processed, or is a duplicate. ' +
          'skipped: it is still waiting, is older than the stored document, or the replay was interrupted before ' +
          'it. failed: it failed again.',
      ),
    code: z.string().nullable().describe('Failure or warning code of the attempt; null if there is none.'),
    ...fieldsOf('ReplayResult', { message: true }),
    detail: SinliSentence.nullable().describe('The same sentence in structured form; null if there is none.'),
  })
  .meta({ id: 'ReplayOutcome', description: 'The result of a message.' })

/** Response of a replay. */
export const ReplayResponse = z
  .object({
    replayId: z.string().describe('ID of the replay, as in the audit trail.'),
    dryRun: z.boolean().describe('Whether it was a dry run, which changes nothing.'),
    selected: z.int().describe('Number of messages: the sum of the four counts.'),
    reprocessed: z.int().describe('Number of reprocessed messages, whose documents are stored.'),
    unchanged: z.int().describe('Number of unchanged messages.'),
    skipped: z.int().describe('Number of skipped messages.'),
    failed: z.int().describe('Number of messages that failed again.'),
    leftOut: z.int().describe('Number of messages beyond `limit` that were named and not processed. 0 for a filter.'),
    results: z
      .array(ReplayOutcomeResponse)
      .describe('Result of each message, in the order in which they were reprocessed.'),
  })
  .meta({
    id: 'Replay',
    description: 'The results of a replay; of a dry run, the results it would have.',
    examples: [
      {
        replayId: '1d7c8a34-6c0e-4a3a-9f39-7d1b9f6c2f10',
        dryRun: false,
        selected: 1,
        reprocessed: 1,
        unchanged: 0,
        skipped: 0,
        failed: 0,
        leftOut: 0,
        results: [
          {
            messageId: '9a0b6f5e-6a35-4a55-8a43-0c9c5a0e4b77',
            outcome: 'reprocessed',
            code: null,
            message: null,
            detail: null,
          },
        ],
      },
    ],
  })
