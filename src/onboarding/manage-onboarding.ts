import type { Actor } from '../audit/actor.ts'
import type { AuditAction } from '../audit/actions.ts'
import { commit, joinParts, type ChangePart } from '../audit/commit.ts'
import { mayAct } from '../auth/operators.ts'
import type { Database, RootDatabase } from '../database/database.ts'
import type { Prisma } from '../generated/prisma/client.ts'
import { DomainError, invalidField } from '../lib/errors.ts'
import type { ChangeAuthor } from '../monitoring/incidents/incident-changes.ts'
import { parseNote, requireReason } from '../monitoring/incidents/notes.ts'
import { retireWithin } from '../monitoring/incidents/retire-subject.ts'
import { findOnboarding } from './onboarding-queries.ts'
import type { Onboarding } from './onboarding-row.ts'
import { needsReason, requireMove, type OnboardingStage } from './stages.ts'

/** A library to start testing, and the responsible operator; the caller by default. */
export type StartInput = { libraryCode: string; responsibleId?: string | null }

/** A library to move to another stage, with the reason. */
export type MoveInput = { libraryCode: string; stage: OnboardingStage; reason?: string | null }

/** The operator responsible for a library; null for nobody. */
export type AssignInput = { libraryCode: string; responsibleId: string | null }

/**
 * Starts testing a library: its incidents then open suppressed.
 * @throws DomainError NOT_FOUND for an unknown library; CONFLICT if it is not SOLICITADA.
 */
export function startOnboarding(db: RootDatabase, input: StartInput, by: Actor, at: Date): Promise<Onboarding> {
  const responsibleId = input.responsibleId ?? by.operator.id
  return changeOnboarding(db, input.libraryCode, { by, at }, async (tx, before) => {
    if (before.stage !== 'SOLICITADA')
      throw new DomainError('CONFLICT', { code: 'ONBOARDING_NOT_REQUESTED', parameters: { stage: before.stage } })
    const responsible = await requireResponsible(tx, responsibleId)
    return {
      data: { stage: 'EN_PRUEBAS', since: at, responsibleId },
      action: 'onboarding.start',
      before: { stage: before.stage },
      after: { stage: 'EN_PRUEBAS', responsible },
    }
  })
}

/**
 * Moves a library to another stage. BAJA retires its subject, and its open incident ends.
 * @throws DomainError NOT_FOUND; INVALID_INPUT without a reason that is needed; CONFLICT for a move that is not possible,
 * and to ACTIVA while a step is missing.
 */
export function moveOnboarding(db: RootDatabase, input: MoveInput, by: Actor, at: Date): Promise<Onboarding> {
  const { libraryCode, stage } = input
  const reason = needsReason(stage) ? requireReason(input.reason ?? '') : parseNote(input.reason ?? null, 'reason')
  return changeOnboarding(db, libraryCode, { by, at }, (_tx, before) => {
    requireMove(before.stage, stage)
    if (stage === 'ACTIVA') requireSteps(before)
    return Promise.resolve({
      data: { stage, since: at },
      action: 'onboarding.move',
      before: { stage: before.stage },
      after: { stage, reason },
      retirementReason: stage === 'BAJA' ? reason : null,
    })
  })
}

function requireSteps({ steps }: Onboarding): void {
  const missing = steps.filter(({ status }) => status === 'MISSING').map(({ key }) => key)
  if (missing.length === 0) return
  throw new DomainError('CONFLICT', { code: 'STEPS_MISSING', parameters: { steps: missing } })
}

/**
 * Sets the operator responsible for a library.
 * @throws DomainError NOT_FOUND for an unknown library; INVALID_INPUT for an operator who is unknown or disabled.
 */
export function assignOnboarding(db: RootDatabase, input: AssignInput, by: Actor, at: Date): Promise<Onboarding> {
  const { libraryCode, responsibleId } = input
  return changeOnboarding(db, libraryCode, { by, at }, async (tx, before) => ({
    data: { responsibleId },
    action: 'onboarding.assign',
    before: { responsible: await emailOf(tx, before.responsibleId) },
    after: { responsible: responsibleId === null ? null : await requireResponsible(tx, responsibleId) },
  }))
}

const emailOf = async (tx: Database, id: string | null) =>
  id === null ? null : ((await tx.operator.findUnique({ where: { id }, select: { email: true } }))?.email ?? null)

async function requireResponsible(tx: Database, id: string): Promise<string> {
  const operator = await tx.operator.findFirst({ where: { id, ...mayAct }, select: { email: true } })
  if (!operator) throw invalidField('responsibleId', { code: 'NO_RESPONSIBLE', parameters: {} })
  return operator.email
}

/**
 * A change of the stored row of an onboarding, with its audit entry. A `retirementReason` also retires the subject of
 * the library.
 */
export type OnboardingChange = {
  data: Prisma.OnboardingUncheckedUpdateInput
  action: AuditAction
  before?: Prisma.InputJsonObject
  after: Prisma.InputJsonObject
  retirementReason?: string | null
}

/**
 * Applies a change to the row of an onboarding and writes the audit entry, in one transaction. The row is locked, and
 * created if it is missing. Returns the onboarding afterwards.
 * @throws DomainError NOT_FOUND for an unknown library.
 */
export async function changeOnboarding(
  db: RootDatabase,
  code: string,
  { by, at }: { by: Actor; at: Date },
  decide: (tx: Database, before: Onboarding) => Promise<OnboardingChange>,
): Promise<Onboarding> {
  await commit(db, async (tx) => {
    const { data, retirementReason, ...entry } = await decide(tx, await lockOnboarding(tx, code, at))
    await tx.onboarding.update({ where: { libraryCode: code }, data })
    const author = retirementReason != null && { ...by, note: retirementReason }
    const retired = author && (await retireLibrary(tx, code, author, at))
    return joinParts(retired, { audit: [{ by, at, object: `library:${code}`, ...entry }] })
  })
  return requireOnboarding(db, code, at)
}

/**
 * Stores the current stage of a library unless it is stored already, and locks the row: concurrent changes wait for the
 * commit.
 */
async function lockOnboarding(tx: Database, code: string, at: Date): Promise<Onboarding> {
  const { stage, since } = await requireOnboarding(tx, code, at)
  await tx.onboarding.createMany({ data: [{ libraryCode: code, stage, since }], skipDuplicates: true })
  await tx.$queryRaw`SELECT 1 FROM "Onboarding" WHERE "libraryCode" = ${code} FOR UPDATE`
  return requireOnboarding(tx, code, at)
}

async function requireOnboarding(db: Database, code: string, at: Date): Promise<Onboarding> {
  const found = await findOnboarding(db, code, at)
  if (!found)
    throw new DomainError('NOT_FOUND', { code: 'NO_SUBJECT_NAMED', parameters: { kind: 'LIBRERIAS', id: code } })
  return found
}

function retireLibrary(tx: Database, code: string, author: ChangeAuthor, at: Date): Promise<ChangePart | null> {
  const { address, requestId } = author
  return retireWithin(tx, { kind: 'LIBRERIAS', key: code }, { author, address, requestId }, at.getTime())
}
