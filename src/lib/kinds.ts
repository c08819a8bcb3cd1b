import type { enumerations } from '../generated/contract.ts'

type Kind = (typeof enumerations.Kind)[number]

/**
 * The differences between kinds of subject. `noun` names one in a sentence and in the audit trail. The key of a route is a method
 * and a path, which the inventory finds; the service that serves it declares whether it is critical, and retires it.
 * An onboarded subject has an onboarding, by its key.
 */
export const kinds = {
  LIBRERIAS: { noun: 'library', isRoute: false, isOnboarded: true },
  ENDPOINTS: { noun: 'endpoint', isRoute: true, isOnboarded: false },
  INTEGRACIONES: { noun: 'integration', isRoute: false, isOnboarded: false },
} as const satisfies Record<Kind, { noun: string; isRoute: boolean; isOnboarded: boolean }>
