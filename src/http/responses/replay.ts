import { z } from 'zod'

const ReplayOutcomeResponse = z.object({
  messageId: z.string().describe('The message.'),
  outcome: z
    .enum(['reprocessed', 'unchanged', 'skipped', 'failed'])
    .describe(
      'reprocessed: its document is stored now. unchanged: it was processed before, or is a duplicate. skipped: it still ' +
        'waits, is older than what is known, or the replay was interrupted before it. failed: it failed again.',
    ),
  code: z.string().nullable().describe('The failure or warning code of the attempt; null where there is none.'),
  message: z.string().nullable().describe('The same in a sentence; null where there is nothing to say.'),
})

/** Response of a replay. */
export const ReplayResponse = z
  .object({
    replayId: z.string().describe('Its id, as in the audit trail.'),
    dryRun: z.boolean().describe('Whether nothing was changed, and this is what would come of it.'),
    selected: z.int().describe('How many messages were meant: the sum of the four counts.'),
    reprocessed: z.int().describe('How many of them are stored now.'),
    unchanged: z.int().describe('How many of them needed nothing.'),
    skipped: z.int().describe('How many of them were left as they are.'),
    failed: z.int().describe('How many of them failed again.'),
    results: z
      .array(ReplayOutcomeResponse)
      .describe('What became of each message, in the order in which they were reprocessed.'),
  })
  .meta({
    id: 'Replay',
    description: 'What became of the messages; in a dry run, what would become of them.',
    examples: [
      {
        replayId: '1d7c8a34-6c0e-4a3a-9f39-7d1b9f6c2f10',
        dryRun: false,
        selected: 1,
        reprocessed: 1,
        unchanged: 0,
        skipped: 0,
        failed: 0,
        results: [
          {
            messageId: '9a0b6f5e-6a35-4a55-8a43-0c9c5a0e4b77',
            outcome: 'reprocessed',
            code: null,
            message: null,
          },
        ],
      },
    ],
  })
