import type { Permission } from '../../auth/permissions.ts'
import type { Topic } from '../../lib/change-bus.ts'
import { types } from '../../generated/contract.ts'

/** Requirement of a field: a permission, or `signed-in` for the viewer's own account: a session, not a token. */
export type FieldRequirement = Permission | 'signed-in'

/** The directives of a type or a field; the schema describes them. */
type Rules = {
  requirement?: FieldRequirement
  isPublic?: true
  isFree?: true
  isWhole?: true
  topics?: readonly Topic[]
  isPerUser?: true
  isTimeDependent?: true
}

// A permission or topic that does not exist does not compile.
const contract: Readonly<Record<string, Rules & { fields: Readonly<Record<string, Rules & { type: string }>> }>> = types

/** The rules of types, by name. */
export const typeRules: ReadonlyMap<string, Rules> = new Map(Object.entries(contract))

/** The rules of fields, by coordinate, such as `Query.areas`. */
export const fieldRules: ReadonlyMap<string, Rules> = new Map(
  Object.entries(contract).flatMap(([type, { fields }]) =>
    Object.entries(fields).map(([field, rules]) => [`${type}.${field}`, rules]),
  ),
)
