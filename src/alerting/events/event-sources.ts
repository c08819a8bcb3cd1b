import type { Database } from '../../database/database.ts'
import { isAhead } from '../../lib/clock.ts'
import type { EventMessage } from '../message.ts'
import { interruptedSince } from '../../monitoring/services/evaluate-services.ts'
import { auditEvent, failedMessageEvent, interruptionEvent } from './event-messages.ts'

/** Events of one source after a position, and the position after them. */
export type ReadEvents = { events: EventMessage[]; position: string }

/** A source of events. `present` returns the position after all existing events. */
export type EventSource = {
  present: (db: Database) => Promise<string>
  read: (db: Database, position: string, at: number) => Promise<ReadEvents>
}

const maxEvents = 100

/** Minimum age of rows to read, in milliseconds: transactions with smaller ids may not have committed yet. */
const settlingMs = 30_000

const auditedActions = ['customer.lock', 'customer.unlock', 'integration.replay']

// Audit ids are assigned in commit order, so reading by id misses none.
const auditTrail: EventSource = {
  present: async (db) => String((await db.auditEntry.aggregate({ _max: { id: true } }))._max.id ?? 0),
  async read(db, position) {
    const entries = await db.auditEntry.findMany({
      where: { id: { gt: Number(position) }, action: { in: auditedActions } },
      orderBy: { id: 'asc' },
      take: maxEvents,
    })
    return { events: entries.map(auditEvent), position: String(entries.at(-1)?.id ?? position) }
  },
}

const processingAttempts: EventSource = {
  present: async (db) => String((await db.inboundAttempt.aggregate({ _max: { id: true } }))._max.id ?? 0),
  async read(db, position, at) {
    const rows = await db.inboundAttempt.findMany({
      where: { id: { gt: Number(position) } },
      orderBy: { id: 'asc' },
      take: maxEvents,
      include: { message: { select: { sender: true, document: true } } },
    })
    const tooYoung = rows.findIndex((row) => row.at.getTime() > at - settlingMs && !isAhead(row.at.getTime(), at))
    const settled = tooYoung < 0 ? rows : rows.slice(0, tooYoung)
    const failed = settled.filter(({ status, replayId }) => status === 'FAILED' && replayId === null)
    return { events: failed.map(failedMessageEvent), position: String(settled.at(-1)?.id ?? position) }
  },
}

const telemetry: EventSource = {
  present: async (db) => (await interruptedSince(db))?.toISOString() ?? '',
  async read(db, position, at) {
    const since = await interruptedSince(db)
    const present = since?.toISOString() ?? ''
    return { events: since && present !== position ? [interruptionEvent(since, at)] : [], position: present }
  },
}

/** The sources of events, by the name of their cursor. */
export const eventSources: Readonly<Record<string, EventSource>> = { auditTrail, processingAttempts, telemetry }
