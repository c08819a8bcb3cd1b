import { z } from 'zod'
import { pageSchema } from './shared.ts'

const AuditEntry = z
  .object({
    id: z.int().describe('Its number: a later entry has a higher one, with gaps where an action was undone.'),
    at: z.date().describe('When, to the millisecond.'),
    actor: z.string().describe("Who: an operator's e-mail, `ingest` for the platform's services, `system` for Vigía."),
    action: z.string().describe('What, e.g. `customer.unlock`.'),
    object: z.string().describe('To what, as `kind:key`.'),
    before: z.unknown().describe('What it was like, as JSON; null where there is nothing to tell.'),
    after: z
      .unknown()
      .describe('What it became, or what was said about it, as JSON; null where there is nothing to tell.'),
    address: z.string().nullable().describe('The address the request came from; null where there was no request.'),
    requestId: z.string().nullable().describe("The request's id, as in the log; null where there was no request."),
    previous: z.string().describe('The hash of the entry before; empty in the first one, and from before the chain.'),
    hash: z
      .string()
      .describe('SHA-256 over all of its own fields and `previous`, in hex; empty from before the chain.'),
  })
  .meta({ id: 'AuditEntry', description: 'Who did what, to what, when, from where.' })

/** A page of the audit trail. */
export const AuditPage = pageSchema(AuditEntry, 'The entries of this page, newest first.').meta({
  id: 'AuditPage',
  description: 'A page of the audit trail.',
  examples: [
    {
      items: [
        {
          id: 12,
          at: '2026-03-01T10:00:00.000Z',
          actor: 'ana@example.org',
          action: 'customer.unlock',
          object: 'customer:ej-3',
          before: { locked: true },
          after: { locked: false, reason: 'called us' },
          address: '198.51.100.7',
          requestId: '0b8f6a52-3f0e-4f3b-9d0c-5f6f1d1f7a11',
          previous: 'c1a5'.repeat(16),
          hash: '9b02'.repeat(16),
        },
      ],
      nextCursor: null,
    },
  ],
})
