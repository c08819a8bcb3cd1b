import type { RootDatabase } from '../../database/database.ts'
import { log } from '../../lib/log.ts'
import { slices } from '../../lib/slices.ts'
import { attempt, type MailAttempts } from './mail-attempts.ts'
import { refused, type MailSession } from './mail-session.ts'
import { forgetUnmoved, listUnmoved } from './mailbox-state.ts'

/** Limits the mails per command: servers limit the length of a command. */
const maxMailsPerCommand = 200

type SettleDeps = { db: RootDatabase; moves: MailAttempts }

/**
 * Moves the stored mails out of the mailbox. If the server cannot move mails, they are flagged; if it cannot flag them
 * either, they stay as they are. Mails whose move failed before wait for `retryMove`.
 * @throws MailFailedError if the connection is lost.
 */
export async function settleUnmoved(deps: SettleDeps, session: MailSession, address: string): Promise<void> {
  const uids = await listUnmoved(deps.db, address)
  const fresh = uids.filter((uid) => deps.moves.failures(uid) === 0)
  for (const some of slices(fresh, maxMailsPerCommand)) await settle(deps, session, address, some)
}

/**
 * Moves a mail that failed before, alone, so that it holds up no other.
 * @throws MailFailedError if the connection is lost.
 */
export async function retryMove(deps: SettleDeps, session: MailSession, address: string, uid: number): Promise<void> {
  await settle(deps, session, address, [uid])
}

async function settle({ db, moves }: SettleDeps, session: MailSession, address: string, uids: readonly number[]) {
  const work = async () => moveOrFlag(session, uids)
  const end = await attempt(moves, session, { address, uids, work })
  if (end === null) return
  if (end === 'impossible')
    log.warn({ mailbox: address, mails: uids.length }, 'mails that were read can be neither moved nor flagged')
  await forgetUnmoved(db, address, uids)
}

/** Moves mails. If the server refuses for now, they are flagged meanwhile, so that people see that they are stored. */
async function moveOrFlag(session: MailSession, uids: readonly number[]): Promise<'done' | 'impossible'> {
  const moved = await session.moveToProcessed(uids)
  if (moved === 'done') return moved
  const flagged = await session.flagAsProcessed(uids)
  if (moved === 'refused') throw refused('move mails')
  if (flagged === 'refused') throw refused('flag mails')
  return flagged
}
