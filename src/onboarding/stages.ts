import type { OnboardingStage } from '../generated/prisma/enums.ts'
import { DomainError } from '../lib/errors.ts'

export type { OnboardingStage }

/** The next stages allowed after each stage. A library that the platform sends again after its BAJA is SOLICITADA. */
const nextStages: Readonly<Record<OnboardingStage, readonly OnboardingStage[]>> = {
  SOLICITADA: ['EN_PRUEBAS', 'RECHAZADA'],
  EN_PRUEBAS: ['ACTIVA', 'SOLICITADA', 'RECHAZADA'],
  ACTIVA: ['BAJA'],
  RECHAZADA: ['SOLICITADA'],
  BAJA: [],
}

/** The stages that a library in `stage` can be moved to. */
export const stagesAfter = (stage: OnboardingStage): readonly OnboardingStage[] => nextStages[stage]

/** The stages of libraries that are on their way onto the platform. */
export const openStages: readonly OnboardingStage[] = ['SOLICITADA', 'EN_PRUEBAS']

/** Whether a move to this stage needs a reason. */
export const needsReason = (to: OnboardingStage): boolean => to === 'RECHAZADA' || to === 'BAJA'

/**
 * Requires that a library in the stage `from` can be moved to `to`.
 * @throws DomainError CONFLICT that names the stages it can be moved to.
 */
export function requireMove(from: OnboardingStage, to: OnboardingStage): void {
  const stages = stagesAfter(from)
  if (stages.includes(to)) return
  throw new DomainError(
    'CONFLICT',
    stages.length > 0
      ? { code: 'STAGE_NOT_NEXT', parameters: { from, to, stages } }
      : { code: 'STAGE_LAST', parameters: { from, to } },
  )
}
