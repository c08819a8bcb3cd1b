import type { Actor } from '../audit/actor.ts'
import { commit } from '../audit/commit.ts'
import { operatorFields } from '../auth/operators.ts'
import type { Database, RootDatabase } from '../database/database.ts'
import type { Prisma } from '../generated/prisma/client.ts'
import { DomainError } from '../lib/errors.ts'
import { requireReason } from '../monitoring/incidents/notes.ts'
import { requirePlannedTime } from '../monitoring/suppression/planned-time.ts'
import {
  matchesSubject,
  requireMatcher,
  toMatcher,
  type MatchedSubject,
  type SubjectMatcherInput,
} from '../monitoring/suppression/subject-matcher.ts'

/** A mute to begin; without `startsAt` it begins at once. */
export type MuteInput = {
  matcher: SubjectMatcherInput
  reason: string
  startsAt?: Date | null | undefined
  endsAt: Date
}

const withOperators = { include: { by: operatorFields, endedBy: operatorFields } } as const

/** A mute with the operators who began and ended it. */
export type MuteWithNames = Prisma.MuteGetPayload<typeof withOperators>

/** Maximum number of mutes listed. */
export const maxMutes = 200

/**
 * Mutes subjects for a time: no messages are sent about their incidents, which are shown and counted as always.
 * @throws DomainError INVALID_INPUT
 */
export function beginMute(db: RootDatabase, input: MuteInput, by: Actor, at: Date): Promise<MuteWithNames> {
  const { endsAt } = input
  const startsAt = input.startsAt ?? at
  requirePlannedTime({ startsAt, endsAt }, at)
  const reason = requireReason(input.reason)
  return commit(db, async (tx) => {
    const matcher = await requireMatcher(tx, input.matcher)
    const data = { reason, matcher, startsAt, endsAt, byId: by.operator.id }
    const mute = await tx.mute.create({ data, ...withOperators })
    const [object, after] = [`mute:${mute.id}`, { reason, matcher, startsAt, endsAt }]
    return { result: mute, views: ['panel'], audit: [{ by, at, action: 'mute.begin', object, after }] }
  })
}

/**
 * Ends a mute before its time.
 * @throws DomainError NOT_FOUND; CONFLICT when it is over.
 */
export function endMute(db: RootDatabase, id: string, by: Actor, at: Date): Promise<MuteWithNames> {
  return commit(db, async (tx) => {
    await tx.$queryRaw`SELECT 1 FROM "Mute" WHERE "id" = ${id} FOR UPDATE`
    const before = await tx.mute.findUnique({ where: { id } })
    if (!before) throw new DomainError('NOT_FOUND', { code: 'NO_MUTE', parameters: { id } })
    if (before.endedAt || before.endsAt <= at) throw new DomainError('CONFLICT', { code: 'MUTE_OVER', parameters: {} })
    const data = { endedAt: at, endedById: by.operator.id }
    const mute = await tx.mute.update({ where: { id }, data, ...withOperators })
    const [object, after] = [`mute:${id}`, { endedAt: at.toISOString() }]
    return { result: mute, views: ['panel'], audit: [{ by, at, action: 'mute.end', object, after }] }
  })
}

const activeAt = (at: Date) => ({ startsAt: { lte: at }, endsAt: { gt: at }, endedAt: null })

/** The newest 200 mutes, or only those that are active at `at`, or only the others. */
export function listMutes(db: Database, active: boolean | null, at: Date): Promise<MuteWithNames[]> {
  const where = active === null ? {} : active ? activeAt(at) : { NOT: activeAt(at) }
  return db.mute.findMany({ where, orderBy: [{ startsAt: 'desc' }, { id: 'asc' }], take: maxMutes, ...withOperators })
}

/** Reads the mutes that are active at `at`, and returns a predicate for muted subjects. */
export async function activeMutes(db: Database, at: Date): Promise<(subject: MatchedSubject) => boolean> {
  const mutes = await db.mute.findMany({ where: activeAt(at), select: { matcher: true } })
  const matchers = mutes.map(({ matcher }) => toMatcher(matcher))
  return (subject) => matchers.some((matcher) => matchesSubject(matcher, subject))
}
