import type { Actor } from '../audit/actor.ts'
import type { RootDatabase } from '../database/database.ts'
import type { OnboardingStepKey } from '../generated/prisma/enums.ts'
import type { Clock } from '../lib/clock.ts'
import { DomainError, invalidField } from '../lib/errors.ts'
import { requireReason } from '../monitoring/incidents/notes.ts'
import { checkMx, type ResolveMx } from './check-mx.ts'
import { changeOnboarding } from './manage-onboarding.ts'
import type { Onboarding } from './onboarding-row.ts'
import { domainOf, manualSteps } from './steps.ts'

/** A step to complete; `done: false` reverts its completion or its waiver. */
export type CompleteInput = { libraryCode: string; step: OnboardingStepKey; done?: boolean | null }

/** A step to waive for a library, with the reason. */
export type WaiveInput = { libraryCode: string; step: OnboardingStepKey; reason: string }

/**
 * Completes a manual step, or reverts its completion or waiver.
 * @throws DomainError NOT_FOUND; INVALID_INPUT for a step that is read from data; CONFLICT in RECHAZADA and BAJA.
 */
export function completeStep(db: RootDatabase, input: CompleteInput, by: Actor, at: Date): Promise<Onboarding> {
  const { libraryCode, step } = input
  const done = input.done ?? true
  if (done && !manualSteps.includes(step))
    throw invalidField('step', { code: 'STEP_OF_DATA', parameters: { step, steps: manualSteps } })
  return changeOnboarding(db, libraryCode, { by, at }, (_tx, onboarding) => {
    requireChangeable(onboarding)
    const where = { libraryCode_key: { libraryCode, key: step } }
    const mark = { at, byId: by.operator.id, waiver: null }
    return Promise.resolve({
      data: {
        steps: done
          ? { upsert: { where, create: { key: step, ...mark }, update: mark } }
          : { deleteMany: { key: step } },
      },
      action: 'onboarding.complete',
      before: { status: statusOf(onboarding, step) },
      after: { step, done },
    })
  })
}

/**
 * Waives a step of a library for a reason: it no longer counts as missing.
 * @throws DomainError NOT_FOUND; INVALID_INPUT without a reason; CONFLICT for a step that is done, in RECHAZADA and BAJA.
 */
export function waiveStep(db: RootDatabase, input: WaiveInput, by: Actor, at: Date): Promise<Onboarding> {
  const { libraryCode, step } = input
  const waiver = requireReason(input.reason)
  return changeOnboarding(db, libraryCode, { by, at }, (_tx, onboarding) => {
    requireChangeable(onboarding)
    if (statusOf(onboarding, step) === 'DONE')
      throw new DomainError('CONFLICT', { code: 'STEP_DONE', parameters: { step } })
    const where = { libraryCode_key: { libraryCode, key: step } }
    const mark = { at, byId: by.operator.id, waiver }
    return Promise.resolve({
      data: { steps: { upsert: { where, create: { key: step, ...mark }, update: mark } } },
      action: 'onboarding.waive',
      after: { step, reason: waiver },
    })
  })
}

/**
 * Checks whether the domain of a library's e-mail address receives mail, and stores the result with its time.
 * @throws DomainError NOT_FOUND; CONFLICT for a library without a valid address.
 */
export async function checkEmail(
  { db, resolveMx, clock }: { db: RootDatabase; resolveMx: ResolveMx; clock: Pick<Clock, 'now'> },
  libraryCode: string,
  by: Actor,
): Promise<Onboarding> {
  const library = await db.library.findUnique({ where: { code: libraryCode }, select: { email: true } })
  if (!library)
    throw new DomainError('NOT_FOUND', { code: 'NO_SUBJECT_NAMED', parameters: { kind: 'LIBRERIAS', id: libraryCode } })
  const domain = domainOf(library.email)
  if (domain === null) throw new DomainError('CONFLICT', { code: 'EMAIL_NOT_TOLD', parameters: {} })
  // The look-up precedes the transaction, so that no locks are held during the DNS query.
  const { outcome, hosts } = await checkMx(resolveMx, domain)
  const at = new Date(clock.now())
  return changeOnboarding(db, libraryCode, { by, at }, () =>
    Promise.resolve({
      data: { mxDomain: domain, mxOutcome: outcome, mxHosts: hosts, mxCheckedAt: at },
      action: 'onboarding.check',
      after: { domain, outcome, hosts },
    }),
  )
}

function requireChangeable({ stage }: Onboarding): void {
  if (stage === 'RECHAZADA' || stage === 'BAJA')
    throw new DomainError('CONFLICT', { code: 'STEPS_FINAL', parameters: { stage } })
}

const statusOf = ({ steps }: Onboarding, key: OnboardingStepKey) =>
  steps.find((step) => step.key === key)?.status ?? 'MISSING'
