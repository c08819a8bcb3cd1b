import { DomainError } from '../lib/errors.ts'
import type { Sentence } from '../messages/sentences.ts'
import type { Role } from '../generated/prisma/enums.ts'

export type { Role }

/** All permissions, in the order in which they are listed to clients, each with the first role that has it. */
const firstRoles = {
  'read:Session': 'lector',
  'read:Inventory': 'lector',
  'read:Panel': 'lector',
  'read:Incident': 'lector',
  'read:Library': 'lector',
  'read:Customer': 'lector',
  'read:Supplier': 'lector',
  'read:Integration': 'lector',
  'read:Search': 'lector',
  'read:Audit': 'lector',
  'read:Destination': 'lector',
  'acknowledge:Incident': 'operador',
  'resolve:Incident': 'operador',
  'mute:Incident': 'operador',
  'plan:Maintenance': 'operador',
  'unlock:Customer': 'operador',
  'onboard:Library': 'operador',
  'replay:Integration': 'operador',
  'preview:Policy': 'operador',
  'manage:Policy': 'admin',
  'manage:Operator': 'admin',
  'manage:Subject': 'admin',
  'manage:Destination': 'admin',
  'explore:Schema': 'operador',
} as const satisfies Record<`${string}:${string}`, Role>

/** A permission, as `action:Subject`. */
export type Permission = keyof typeof firstRoles

/** All permissions, in the order in which they are listed to clients. */
export const permissions = Object.keys(firstRoles) as Permission[]

/** The rank of each role. A role has all permissions of the roles with a lower rank. */
const ranks: Readonly<Record<Role, number>> = { lector: 0, operador: 1, admin: 2 }

/** A caller: an operator and, unless they use a session, the scopes of their API token. */
export type Caller = { operator: { role: Role }; token?: { scopes: readonly string[] } }

/** Permissions that an API token may have as scopes; managing operators and tokens takes a session. */
export const personalScopes = permissions.filter((permission) => permission !== 'manage:Operator') as [
  Permission,
  ...Permission[],
]

/** Whether the caller has a permission. */
export type May = (permission: Permission) => boolean

/** The permissions of a caller, so that a client offers only what is allowed. */
export const permissionsOf = (caller: Caller): Permission[] =>
  permissions.filter((permission) => can(caller, permission))

/**
 * Requires that a caller has a permission.
 * @throws DomainError FORBIDDEN when they do not.
 */
export function requirePermission(caller: Caller, permission: Permission): void {
  if (!can(caller, permission)) throw new DomainError('FORBIDDEN', forbidden(caller, permission))
}

/** The refusal of a caller who lacks the permission for an operation. */
export function forbidden({ operator: { role }, token }: Caller, permission: Permission): Sentence {
  if (token && !personalScopes.includes(permission))
    return { code: 'NO_TOKEN_HAS_PERMISSION', parameters: { permission } }
  if (token && !token.scopes.includes(permission)) return { code: 'TOKEN_LACKS_SCOPE', parameters: { permission } }
  return { code: 'ROLE_LACKS_PERMISSION', parameters: { role, permission } }
}

/** The refusal of a caller who lacks the permission for a field that an operation reads. */
export function forbiddenField({ operator: { role }, token }: Caller, permission: Permission, field: string): Sentence {
  if (token && !personalScopes.includes(permission))
    return { code: 'NO_TOKEN_HAS_PERMISSION_FOR_FIELD', parameters: { permission, field } }
  if (token && !token.scopes.includes(permission))
    return { code: 'TOKEN_LACKS_SCOPE_FOR_FIELD', parameters: { permission, field } }
  return { code: 'ROLE_LACKS_PERMISSION_FOR_FIELD', parameters: { role, permission, field } }
}

/** The refusal of callers with a token where a session is required. */
export const sessionRequired: Sentence = { code: 'SESSION_NEEDED_NOT_TOKEN', parameters: {} }

/** The refusal of callers without a session. */
export const notSignedIn: Sentence = { code: 'SESSION_NEEDED', parameters: {} }

/** Whether a caller has a permission: by their role and, with a token, by its scopes too. */
export function can({ operator, token }: Caller, permission: Permission): boolean {
  if (token && !(token.scopes.includes(permission) && personalScopes.includes(permission))) return false
  return ranks[operator.role] >= ranks[firstRoles[permission]]
}
