import { z } from 'zod'
import { mailboxErrorCodes } from '../../trade/mailbox/mailbox-error.ts'

const Mailbox = z
  .object({
    address: z.string().describe('User, host and path of the mailbox.'),
    connected: z.boolean().describe('Whether an instance has the mailbox open.'),
    since: z.date().describe('Time when it was connected or disconnected.'),
    read: z.int().describe('Number of e-mails stored as messages since the mailbox was configured.'),
    skipped: z.int().describe('Number of e-mails left in the mailbox because they are not SINLI messages.'),
    oversized: z.int().describe('Number of e-mails left in the mailbox because they are larger than 25 MB.'),
    unreadable: z
      .int()
      .describe('Number of e-mails in the mailbox that could not be read so far; they are tried again.'),
    backlog: z.int().describe('Number of e-mails still to be read in the current run; 0 if there is none.'),
    backlogTotal: z.int().describe('Number of e-mails of the current or last run.'),
    lastReadAt: z.date().nullable().describe('Time when the last message was stored; null before the first.'),
    lastError: z
      .string()
      .nullable()
      .describe('Last error in reading the mailbox, as a sentence; null if there was none.'),
    lastErrorCode: z.enum(mailboxErrorCodes).nullable().describe('Code of the last error; null if there was none.'),
    lastErrorAt: z.date().nullable().describe('Time of the last error; null if there was none.'),
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
