import { type OnboardingStage, type OnboardingStepKey } from '../../api/trade/onboarding.ts'
import { localize } from '../../i18n.ts'
import { keysOf } from '../../ui/labels.ts'

/**
 * For each stage, whether the bookshop is on its way onto the platform, and whether its steps may change. In the order
 * of the board.
 */
export const stageTable: Readonly<Record<OnboardingStage, { isOpen: boolean; isChangeable: boolean }>> = {
  SOLICITADA: { isOpen: true, isChangeable: true },
  EN_PRUEBAS: { isOpen: true, isChangeable: true },
  ACTIVA: { isOpen: false, isChangeable: true },
  RECHAZADA: { isOpen: false, isChangeable: false },
  BAJA: { isOpen: false, isChangeable: false },
}

/** All stages, those on the way, and the others. */
export const stages = keysOf(stageTable)
export const openStages = stages.filter((stage) => stageTable[stage].isOpen)
export const closedStages = stages.filter((stage) => !stageTable[stage].isOpen)

/** The names of the stages. */
export const stageLabels: Readonly<Record<OnboardingStage, string>> = localize(
  {
    SOLICITADA: 'Solicitada',
    EN_PRUEBAS: 'En pruebas',
    ACTIVA: 'Activa',
    RECHAZADA: 'Rechazada',
    BAJA: 'De baja',
  },
  { SOLICITADA: 'Requested', EN_PRUEBAS: 'Under test', ACTIVA: 'Active', RECHAZADA: 'Rejected', BAJA: 'Left' },
)

/** The names of the steps. */
export const stepLabels: Readonly<Record<OnboardingStepKey, string>> = localize(
  {
    RECORD: 'Ficha',
    EMAIL: 'Correo',
    SINLI_ID: 'Identificador SINLI',
    PENDING_MESSAGES: 'Pendientes',
    FIRST_MESSAGE: 'Primer mensaje',
    FIRST_DOCUMENT: 'Primer documento',
    CUSTOMERS: 'Clientes',
    SIGNALS: 'Señales',
    CONTRACT: 'Contrato',
    FISCAL_DATA: 'Datos fiscales',
    TRAINING: 'Formación',
    STABLE: 'Estable',
  },
  {
    RECORD: 'Record',
    EMAIL: 'E-mail',
    SINLI_ID: 'SINLI id',
    PENDING_MESSAGES: 'Waiting messages',
    FIRST_MESSAGE: 'First message',
    FIRST_DOCUMENT: 'First document',
    CUSTOMERS: 'Customers',
    SIGNALS: 'Signals',
    CONTRACT: 'Contract',
    FISCAL_DATA: 'Fiscal data',
    TRAINING: 'Training',
    STABLE: 'Stable',
  },
)
