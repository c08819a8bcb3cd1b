import { setTimeout as after } from 'node:timers/promises'
import type { By } from '../audit/by.ts'
import { isDatabaseAway } from '../database/away.ts'
import { Refusal } from '../errors.ts'
import { log } from '../log.ts'
import { attempt, foresee, type Processing } from './inbound.ts'
import { isProcessed } from './inbound-attempt.ts'
import type { Foreseen, Verdict } from './inbound-verdict.ts'
import { interrupted, outcomeOf, type Outcome, type Replay, type ReplayRequest } from './replay-answer.ts'
import { beat, begin, finish } from './replay-record.ts'
import { select } from './replay-selection.ts'

/** What a replay works with: who is told of each attempt, and whether it may go on to the next message. */
export type ReplayParts = Processing & { mayGoOn: () => boolean }

const askAgainMs = 100
const patience = 600

/**
 * Reprocesses inbound SINLI messages from their raw bytes, one by one, and tells the audit trail once. A message that
 * fails keeps none of the others from going on.
 * @throws Refusal NOT_FOUND naming unknown messages; CONFLICT while another replay runs, or for a key used differently.
 */
export async function replay(parts: ReplayParts, request: ReplayRequest, by: By): Promise<Replay> {
  const { db, clock } = parts
  const selected = await select(db, request.selection, request.limit)
  for (let turn = 0; turn < patience; turn++) {
    const begun = await begin(db, { request, selected, by }, new Date(clock.now()))
    if (begun && 'answer' in begun) return begun.answer
    if (begun) return run(parts, { id: begun.id, selected, request, by })
    await after(askAgainMs)
  }
  throw new Refusal('CONFLICT', 'This replay is still running. Ask again later, with the same Idempotency-Key.', 30)
}

type Run = { id: string; selected: readonly string[]; request: ReplayRequest; by: By }

async function run(parts: ReplayParts, asked: Run): Promise<Replay> {
  const { db, clock } = parts
  const { id, selected, by } = asked
  const results: Outcome[] = []
  try {
    await goThrough(parts, asked, results)
  } catch (error) {
    // What was done stays done, and is told; the caller hears why it went no further.
    await finish(db, id, whole(selected, results), { by, at: new Date(clock.now()) }).catch(() => undefined)
    throw error
  }
  return finish(db, id, whole(selected, results), { by, at: new Date(clock.now()) })
}

async function goThrough(parts: ReplayParts, { id, selected, request }: Run, results: Outcome[]): Promise<void> {
  const foreseen: Foreseen[] = []
  for (const messageId of selected) {
    if (!parts.mayGoOn()) return
    results.push(await reprocess(parts, { messageId, replayId: id, request, foreseen }))
    await beat(parts.db, id, results.length, new Date(parts.clock.now()))
  }
}

type Item = { messageId: string; replayId: string; request: ReplayRequest; foreseen: Foreseen[] }

async function reprocess(parts: ReplayParts, item: Item): Promise<Outcome> {
  const { messageId, request } = item
  const { status, code } = await parts.db.inboundMessage.findUniqueOrThrow({
    where: { id: messageId },
    select: { status: true, code: true },
  })
  const untouched = (outcome: Outcome['outcome'], message: string): Outcome => ({ messageId, outcome, code, message })
  if (status === 'RECEIVED' || status === 'PROCESSING')
    return untouched('skipped', 'It still waits to be processed for the first time.')
  if (!request.force && (isProcessed(status) || status === 'DUPLICATE'))
    return untouched('unchanged', 'It was processed already; with force it is decoded anew.')
  const verdict = request.dryRun ? await rehearse(parts, item) : await retry(parts, item, status)
  return verdict ? outcomeOf(messageId, verdict) : untouched('unchanged', 'Somebody else processed it meanwhile.')
}

function retry(parts: ReplayParts, item: Item, from: Verdict['status']): Promise<Verdict | null> {
  const { messageId: id, replayId, request } = item
  return attempt(parts, { id, force: request.force, from, replayId })
}

type Foretold = Pick<Verdict, 'status' | 'code' | 'problem'>

// What is foreseen for one counts as done for those after it.
async function rehearse({ db }: ReplayParts, { messageId: id, request, foreseen }: Item): Promise<Foretold> {
  try {
    const { verdict, document } = await foresee(db, { id, force: request.force, foreseen })
    if (document) foreseen.push(withoutLines(document))
    return verdict
  } catch (error) {
    if (isDatabaseAway(error)) throw error
    log.error({ err: error, message: id }, 'a SINLI message could not be rehearsed')
    return { status: 'FAILED', code: 'ERROR_INTERNO', problem: 'It would fail because of a mistake in Vigía.' }
  }
}

// Only those of LIBROS tell anything about other documents.
const withoutLines = (document: Foreseen): Foreseen =>
  document.decoded.document === 'LIBROS'
    ? document
    : { ...document, decoded: { ...document.decoded, lines: [] }, reading: { ...document.reading, decoded: null } }

/** The results, with those of the messages that were not come to. */
const whole = (selected: readonly string[], results: readonly Outcome[]) => [
  ...results,
  ...selected.slice(results.length).map(interrupted),
]
