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
/** The syntax of a permission. */
type PermissionString = `${Action}:${Subject}`
type Ability = MongoAbility<[Action, Subject | 'all']>

/** All permissions, in the order in which they are listed to clients. */
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

/** A permission, as `action:Subject`. */
export type Permission = (typeof permissions)[number]

/** The only definition of what each role may do. Marking the own panel as seen needs no permission. */
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

/** The permissions of a role, so that a client offers only what is allowed. */
export const permissionsOf = (role: Role): Permission[] => permissions.filter((permission) => can(role, permission))

/**
 * Requires that a role has a permission.
 * @throws DomainError FORBIDDEN when it does not.
 */
export function requirePermission(role: Role, permission: Permission): void {
  if (!can(role, permission)) throw new DomainError('FORBIDDEN', forbiddenMessage(role, permission))
}

/** The error message for a role that lacks a permission. */
export const forbiddenMessage = (role: Role, permission: Permission): string =>
  `The role ${role} does not allow this: it needs the permission ${permission}.`

/** Whether a role has a permission. */
export function can(role: Role, permission: Permission): boolean {
  const [action, subject] = permission.split(':') as [Action, Subject]
  return abilities[role].can(action, subject)
}

const abilities = { lector: abilityFor('lector'), operador: abilityFor('operador'), admin: abilityFor('admin') }
