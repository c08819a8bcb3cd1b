import type { RoleMapping } from '../../setting-values.ts'
import type { Role } from '../permissions.ts'

/** The claims of a person, as the provider states them. */
export type Claims = Readonly<Record<string, unknown>>

/** The role that the provider's claims map to; null for none. Of several, the one with the most permissions. */
export function roleOf(claims: Claims, roleClaim: string, mappings: readonly RoleMapping[]): Role | null {
  const held = new Set(valuesOf(readClaim(claims, roleClaim)))
  const mapping = mappings.find(({ values }) => values.some((value) => value === '*' || held.has(value)))
  return mapping?.role ?? null
}

/** A claim by its name, or by its path with dots: some providers nest the claim, others have dots in its name. */
export const readClaim = (claims: Claims, name: string): unknown =>
  ownProperty(claims, name) ?? name.split('.').reduce<unknown>(ownProperty, claims)

const ownProperty = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined

const valuesOf = (claim: unknown): unknown[] => (Array.isArray(claim) ? claim : [claim])
