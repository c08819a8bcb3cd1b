import { enumerations } from '../generated/contract.ts'
import type { Localized } from '../lib/language.ts'

type Kind = (typeof enumerations.Kind)[number]
type Stage = (typeof enumerations.OnboardingStage)[number]
type Step = (typeof enumerations.OnboardingStepKey)[number]
type Role = (typeof enumerations.Role)[number]
type DestinationType = (typeof enumerations.DestinationType)[number]

const subjects: Readonly<Record<Kind, string>> = {
  ENDPOINTS: 'el endpoint',
  LIBRERIAS: 'la librería',
  INTEGRACIONES: 'la integración',
}

const stages: Readonly<Record<Stage, string>> = {
  SOLICITADA: 'Solicitada',
  EN_PRUEBAS: 'En pruebas',
  ACTIVA: 'Activa',
  RECHAZADA: 'Rechazada',
  BAJA: 'De baja',
}

const steps: Readonly<Record<Step, string>> = {
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
}

const roles: Readonly<Record<Role, string>> = { lector: 'Lector', operador: 'Operador', admin: 'Administrador' }

/** The types of destinations, as forms call them. */
export const destinationTypes: Readonly<Record<DestinationType, Localized>> = {
  WEBHOOK: { es: 'Webhook firmado', en: 'Signed webhook' },
  EMAIL: { es: 'Correo electrónico', en: 'E-mail' },
  SLACK: { es: 'Slack', en: 'Slack' },
  TEAMS: { es: 'Microsoft Teams', en: 'Microsoft Teams' },
  ALERTMANAGER: { es: 'Alertmanager', en: 'Alertmanager' },
  PAGERDUTY: { es: 'PagerDuty', en: 'PagerDuty' },
}

/** Looks up words by name. A name that only a newer version knows stands for itself. */
export const wordOf =
  (words: Readonly<Record<string, string>>) =>
  (name: string): string =>
    Object.hasOwn(words, name) ? (words[name] ?? name) : name

/** A kind of subject in Spanish, with its article: `la librería`. */
export const subjectInSpanish = wordOf(subjects)

/** The name of a stage of an onboarding in Spanish. */
export const stageInSpanish = wordOf(stages)

/** The name of a step of an onboarding in Spanish. */
export const stepInSpanish = wordOf(steps)

/** A role in Spanish, as the application calls it. */
export const roleInSpanish = wordOf(roles)

/** A type of destination in Spanish. */
export const destinationTypeInSpanish = wordOf(
  Object.fromEntries(Object.entries(destinationTypes).map(([type, { es }]) => [type, es])),
)

/** The names of the targets of destinations. */
export const targetNames: readonly string[] = enumerations.DestinationType.map((type) => type.toLowerCase())

/** Names in Spanish quotes: `«Contrato», «Formación»`. */
export const quoteAll = (names: readonly string[]): string => names.map((name) => `«${name}»`).join(', ')
