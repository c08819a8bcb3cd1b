import { AbilityBuilder, createMongoAbility, type MongoAbility } from '@casl/ability'
import { DomainError } from '../lib/errors.ts'
import type { Role } from '../generated/prisma/enums.ts'

export type { Role }

type Action = 'read' | 'explore' | 'acknowledge' | 'resolve' | 'unlock' | 'replay' | 'manage'
type Subject =
  | 'Session'
  | 'Inventory'
  | 'Panel'
  | 'Incident'
  | 'Library'
  | 'Customer'
  | 'Integration'
  | 'Search'
  | 'Audit'
  | 'Operator'
  | 'Schema'
/** How a permission is written. */
type PermissionString = `${Action}:${Subject}`
type Ability = MongoAbility<[Action, Subject | 'all']>

/** Everything there is to be allowed, in the order in which it is told. */
export const permissions = [
  'read:Session',
  'read:Inventory',
  'read:Panel',
  'read:Incident',
  'read:Library',
  'read:Customer',
  'read:Integration',
  'read:Search',
  'read:Audit',
  'acknowledge:Incident',
  'resolve:Incident',
  'unlock:Customer',
  'replay:Integration',
  'manage:Operator',
  'explore:Schema',
] as const satisfies PermissionString[]

/** Something a role may or may not do, as `action:Subject`. */
export type Permission = (typeof permissions)[number]

/** What each role may do; this is the one place that says so. Everybody may mark their own panel as seen. */
function abilityFor(role: Role): Ability {
  const { can, build } = new AbilityBuilder<Ability>(createMongoAbility)
  can('read', 'all')
  if (role === 'operador' || role === 'admin') {
    can(['acknowledge', 'resolve'], 'Incident')
    can('unlock', 'Customer')
    can('replay', 'Integration')
    can('explore', 'Schema')
  }
  if (role === 'admin') can('manage', 'Operator')
  return build()
}

/** What a role may do, so that a client offers only what is allowed. */
export const permissionsOf = (role: Role): Permission[] => permissions.filter((permission) => can(role, permission))

/**
 * Insists that a role may do something.
 * @throws DomainError FORBIDDEN when it may not.
 */
export function requirePermission(role: Role, permission: Permission): void {
  if (!can(role, permission)) throw new DomainError('FORBIDDEN', forbiddenMessage(role, permission))
}

/** Why a role may not do something, in a sentence. */
export const forbiddenMessage = (role: Role, permission: Permission): string =>
  `The role ${role} does not allow this: it needs the permission ${permission}.`

/** Whether a role may do something. */
export function can(role: Role, permission: Permission): boolean {
  const [action, subject] = permission.split(':') as [Action, Subject]
  return abilities[role].can(action, subject)
}

const abilities = { lector: abilityFor('lector'), operador: abilityFor('operador'), admin: abilityFor('admin') }
