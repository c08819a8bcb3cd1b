import { AbilityBuilder, createMongoAbility, type MongoAbility } from '@casl/ability'
import { DomainError } from '../lib/errors.ts'
import type { Role } from '../generated/prisma/enums.ts'

export type { Role }

type Action =
  | 'read'
  | 'explore'
  | 'acknowledge'
  | 'resolve'
  | 'unlock'
  | 'replay'
  | 'preview'
  | 'manage'
  | 'mute'
  | 'plan'
  | 'onboard'
type PermissionSubject =
  | 'Session'
  | 'Inventory'
  | 'Panel'
  | 'Incident'
  | 'Library'
  | 'Customer'
  | 'Supplier'
  | 'Integration'
  | 'Search'
  | 'Audit'
  | 'Operator'
  | 'Policy'
  | 'Subject'
  | 'Maintenance'
  | 'Destination'
  | 'Schema'
/** The syntax of a permission. */
type PermissionString = `${Action}:${PermissionSubject}`
type Ability = MongoAbility<[Action, PermissionSubject | 'all']>

/** All permissions, in the order in which they are listed to clients. */
export const permissions = [
  'read:Session',
  'read:Inventory',
  'read:Panel',
  'read:Incident',
  'read:Library',
  'read:Customer',
  'read:Supplier',
  'read:Integration',
  'read:Search',
  'read:Audit',
  'read:Destination',
  'acknowledge:Incident',
  'resolve:Incident',
  'mute:Incident',
  'plan:Maintenance',
  'unlock:Customer',
  'onboard:Library',
  'replay:Integration',
  'preview:Policy',
  'manage:Policy',
  'manage:Operator',
  'manage:Subject',
  'manage:Destination',
  'explore:Schema',
] as const satisfies PermissionString[]

/** A permission, as `action:Subject`. */
export type Permission = (typeof permissions)[number]

/** The only definition of each role's permissions. Marking one's own panel as seen needs none. */
function abilityFor(role: Role): Ability {
  const { can, build } = new AbilityBuilder<Ability>(createMongoAbility)
  can('read', 'all')
  if (role === 'operador' || role === 'admin') {
    can(['acknowledge', 'resolve', 'mute'], 'Incident')
    can('plan', 'Maintenance')
    can('unlock', 'Customer')
    can('onboard', 'Library')
    can('replay', 'Integration')
    can('preview', 'Policy')
    can('explore', 'Schema')
  }
  if (role === 'admin') can('manage', ['Operator', 'Policy', 'Subject', 'Destination'])
  return build()
}

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
  if (!can(caller, permission)) throw new DomainError('FORBIDDEN', forbiddenMessage(caller, permission))
}

/** The error message for a caller who lacks the permission for an operation, or for `what` it reads. */
export function forbiddenMessage({ operator: { role }, token }: Caller, permission: Permission, what = 'this'): string {
  if (token && !personalScopes.includes(permission))
    return `No token allows ${what}: it needs the permission ${permission}, and a session.`
  if (token && !token.scopes.includes(permission))
    return `The token does not allow ${what}: it needs the scope ${permission}.`
  return `The role ${role} does not allow ${what}: it needs the permission ${permission}.`
}

/** The error message for callers with a token where a session is required. */
export const sessionRequiredMessage = 'No token allows this: it needs a session.'

/** The error message for callers without a session. */
export const unauthenticatedMessage = 'Sign in first: this needs a session.'

/** Whether a caller has a permission: by their role and, with a token, by its scopes too. */
export function can({ operator, token }: Caller, permission: Permission): boolean {
  if (token && !(token.scopes.includes(permission) && personalScopes.includes(permission))) return false
  const [action, subject] = permission.split(':') as [Action, PermissionSubject]
  return abilities[operator.role].can(action, subject)
}

const abilities = { lector: abilityFor('lector'), operador: abilityFor('operador'), admin: abilityFor('admin') }
