import type { RoleMapping } from '../../setting-values.ts'
import type { Role } from '../permissions.ts'

/** The claims of a person, as the provider states them. */
export type Claims = Readonly<Record<string, unknown>>

/** The role that the provider's claims map to; null for none. If they map to several, the one with most permissions. */
export function roleOf(claims: Claims, roleClaim: string, mappings: readonly RoleMapping[]): Role | null {
  const held = new Set(valuesOf(readClaim(claims, roleClaim)))
  const mapping = mappings.find(({ values }) => values.some((value) => value === '*' || held.has(value)))
  return mapping?.role ?? null
}

/** A claim by its name or its dotted path: some providers nest the claim, others have dots in the name itself. */
export const readClaim = (claims: Claims, name: string): unknown =>
  ownProperty(claims, name) ?? name.split('.').reduce<unknown>(ownProperty, claims)

/** The claims of the ID token. Claims that are missing or null there are taken from userinfo, at any depth. */
export const mergeClaims = (idToken: Claims, userInfo: Claims | null): Claims => ({
  ...userInfo,
  ...Object.fromEntries(
    Object.entries(idToken)
      .filter(([, value]) => value !== null)
      .map(([name, value]) => [name, mergeValues(value, ownProperty(userInfo, name))]),
  ),
})

/** A claim that is a text; null if it is absent, empty or anything else. */
export function textClaim(claims: Claims, name: string): string | null {
  const value = claims[name]
  return typeof value === 'string' && value !== '' ? value : null
}

const mergeValues = (own: unknown, other: unknown): unknown =>
  isRecord(own) && isRecord(other) ? mergeClaims(own, other) : own

const isRecord = (value: unknown): value is Claims =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const ownProperty = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined

const valuesOf = (claim: unknown): unknown[] => (Array.isArray(claim) ? claim : [claim])
