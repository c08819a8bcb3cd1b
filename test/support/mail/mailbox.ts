import { setTimeout as after } from 'node:timers/promises'
import type { RootDatabase } from '../../../src/database/database.ts'
import { mailboxAddress, type MailboxSettings } from '../../../src/lib/mailbox-url.ts'
import { startMailbox, type MailboxDeps } from '../../../src/trade/mailbox/mailbox.ts'
import { manualClock } from '../clock.ts'
import { until } from '../until.ts'

/**
 * A mailbox reader on a database without a gateway, so that stored messages are not processed. It retries at once after
 * a failure.
 */
export async function givenMailbox(db: RootDatabase, settings: MailboxSettings, more: Partial<MailboxDeps> = {}) {
  const clock = manualClock()
  const observed: boolean[] = []
  const mailbox = await startMailbox({
    db,
    clock,
    settings,
    coordination: { tryLead: () => Promise.resolve(true) },
    observe: (ok) => observed.push(ok),
    delayMs: () => 1,
    ...more,
  })
  const status = () => db.mailbox.findUniqueOrThrow({ where: { address: mailboxAddress(settings) } })
  return {
    clock,
    observed,
    status,
    /** Waits until this many mails are read and none is left to move. */
    settled: (read: number) =>
      until(`${read} mails are read and moved`, async () => {
        const { read: present } = await status()
        return present === read && (await db.unmovedMail.count()) === 0
      }),
    stop: mailbox.stop,
    [Symbol.asyncDispose]: mailbox.stop,
  }
}

/** The stored messages in the order of their arrival. */
export async function storedMails(db: RootDatabase): Promise<string[]> {
  const messages = await db.inboundMessage.findMany({ orderBy: { sequence: 'asc' }, select: { raw: true } })
  return messages.map(({ raw }) => Buffer.from(raw).toString('latin1'))
}

/** Marks all messages as processed, again and again, until the returned function is called. */
export function settleMessages(db: RootDatabase): () => Promise<void> {
  let isStopped = false
  const run = async () => {
    while (!isStopped) {
      await db.inboundMessage.updateMany({ where: { status: 'RECEIVED' }, data: { status: 'PROCESSED' } })
      await after(5)
    }
  }
  const ended = run()
  return async () => {
    isStopped = true
    await ended
  }
}
