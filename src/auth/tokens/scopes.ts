import { invalidField } from '../../lib/errors.ts'
import { permissionsOf, personalScopes, type Caller } from '../permissions.ts'
import type { TokenKind } from './token-form.ts'

/** Scopes of a service token: the parts of the ingest API. */
export const serviceScopes = ['ingest:observations', 'ingest:records', 'ingest:sinli'] as const

const scopesOfKind: Readonly<Record<TokenKind, readonly string[]>> = {
  PERSONAL: personalScopes,
  SERVICE: serviceScopes,
}

export type ServiceScope = (typeof serviceScopes)[number]

/**
 * Requires that the scopes of a new token exist and, for a personal one, that the role has them. Returns them without
 * repetitions, in the order of their list.
 * @throws DomainError INVALID_INPUT naming the wrong scopes.
 */
export function requireValidScopes(
  kind: TokenKind,
  scopes: readonly string[],
  { operator }: Pick<Caller, 'operator'>,
): string[] {
  const existing = scopesOfKind[kind]
  const unknown = scopes.filter((scope) => !existing.includes(scope))
  if (unknown.length > 0)
    throw invalidField('scopes', {
      code: 'SCOPES_UNKNOWN',
      parameters: { scopes: unknown.join(', '), existing: existing.join(', ') },
    })
  if (scopes.length === 0)
    throw invalidField('scopes', { code: 'SCOPES_MISSING', parameters: { existing: existing.join(', ') } })
  const allowed: readonly string[] = kind === 'PERSONAL' ? permissionsOf({ operator }) : existing
  const beyond = scopes.filter((scope) => !allowed.includes(scope))
  if (beyond.length > 0)
    throw invalidField('scopes', {
      code: 'SCOPES_BEYOND_ROLE',
      parameters: { role: operator.role, scopes: beyond.join(', ') },
    })
  return existing.filter((scope) => scopes.includes(scope))
}
