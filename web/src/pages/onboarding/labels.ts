import { type OnboardingStage, type OnboardingStepKey } from '../../api/trade/onboarding.ts'
import { localize } from '../../i18n.ts'

/** All stages, in the order of the board. */
export const stages = [
  'SOLICITADA',
  'EN_PRUEBAS',
  'ACTIVA',
  'RECHAZADA',
  'BAJA',
] as const satisfies readonly OnboardingStage[]

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
