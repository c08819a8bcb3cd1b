import type { RootDatabase } from '../../database/database.ts'
import { log } from '../../lib/log.ts'
import type { MailSession } from './mail-session.ts'
import { forgetUnmoved, listUnmoved } from './mailbox-state.ts'
import { slices } from '../../lib/slices.ts'

/** Limits the mails per command: servers limit the length of a command. */
const maxMailsPerCommand = 200

/**
 * Moves the mails that are stored out of the mailbox; flags them where the server cannot move, and leaves them as they
 * are where it can do neither.
 * @throws MailboxError if the connection is lost; then they are moved after the next one.
 */
export async function settleUnmoved(db: RootDatabase, session: MailSession, address: string): Promise<void> {
  const uids = await listUnmoved(db, address)
  for (const some of slices(uids, maxMailsPerCommand)) {
    const isSettled = (await session.moveToProcessed(some)) || (await session.flagAsProcessed(some))
    if (!isSettled)
      log.warn({ mailbox: address, mails: some.length }, 'mails that were read can be neither moved nor flagged')
    await forgetUnmoved(db, address, some)
  }
}
