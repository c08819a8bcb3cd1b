import { z } from 'zod'
import { mailboxErrorCodes } from '../../trade/mailbox/mailbox-error.ts'
import { fieldsOf } from '../../lib/fields-of.ts'

const Mailbox = z
  .object({
    ...fieldsOf('SinliMailbox', {
      address: true,
      connected: true,
      since: true,
      read: true,
      skipped: true,
      oversized: true,
      unreadable: true,
      backlog: true,
    }),
    backlogTotal: z.int().describe('Number of e-mails of the current or last run.'),
    ...fieldsOf('SinliMailbox', {
      lastReadAt: true,
      lastError: true,
      lastErrorCode: z.enum(mailboxErrorCodes),
      lastErrorAt: true,
    }),
  })
  .meta({ id: 'SinliMailbox', description: 'A mailbox from which SINLI messages are read over IMAP.' })

/** REST representation of the mailbox of SINLI messages. */
export const MailboxResponse = z
  .object({ mailbox: Mailbox.nullable().describe('The mailbox; null if none is configured.') })
  .meta({
    id: 'SinliMailboxResponse',
    description: 'The mailbox from which SINLI messages are read.',
    examples: [
      {
        mailbox: {
          address: 'sinli@imap.example.org/INBOX',
          connected: true,
          since: '2026-03-01T08:00:00.000Z',
          read: 1200,
          skipped: 3,
          oversized: 0,
          unreadable: 0,
          backlog: 0,
          backlogTotal: 2,
          lastReadAt: '2026-03-01T09:30:00.000Z',
          lastError: null,
          lastErrorCode: null,
          lastErrorAt: null,
        },
      },
    ],
  })
