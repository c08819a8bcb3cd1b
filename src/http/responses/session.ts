import { z } from 'zod'
import { permissions } from '../../auth/permissions.ts'
import { fieldsOf } from '../../lib/fields-of.ts'
import { enumerations } from '../../generated/contract.ts'

const Role = z.enum(enumerations.Role).meta({
  id: 'Role',
  description:
    'lector: can read everything. operador: can also act on incidents, customers and messages. admin: can ' +
    'also administer operators.',
})

const Operator = z
  .object({
    ...fieldsOf('Operator', { id: true, name: true }),
    email: z.string().describe('E-mail to sign in with, in lower case.'),
    ...fieldsOf('Operator', { role: Role }),
  })
  .meta({ id: 'Operator', description: 'A user of Vigía.' })

const session = {
  ...fieldsOf('Session', { operator: Operator }),
  role: Role.describe('Role of the operator, as in `operator`.'),
  environment: z.string().describe('Name of this deployment, e.g. `STG`: the setting APP_ENVIRONMENT.'),
  expiresAt: z
    .date()
    .describe('Time when the session expires if it is not used again; with a token, when that expires.'),
  permissions: z
    .array(z.enum(permissions))
    .describe(
      'Permissions of the role, limited to the scopes with a token, as `action:Subject`, so that a client ' +
        'offers only what is allowed.',
    ),
}

const example = {
  operator: {
    id: '5d0f6f0e-58f5-4c57-9a52-1f0f4b0c8a51',
    name: 'Ana Ejemplo',
    email: 'ana@example.org',
    role: 'lector',
  },
  role: 'lector',
  environment: 'STG',
  expiresAt: '2026-03-01T20:00:00.000Z',
  permissions: ['read:Session', 'read:Inventory', 'read:Panel'],
}

/** Response of `POST /auth/login`. */
export const OpenedSession = z
  .object(session)
  .meta({ id: 'OpenedSession', description: 'A session that was just opened.', examples: [example] })

/** Response of `POST /auth/logout` for an operator who came from the identity provider. */
export const SignedOut = z
  .object({
    providerUrl: z.url().describe('URL to which the browser must go to end the session at the identity provider too.'),
  })
  .meta({
    id: 'SignedOut',
    description: 'The session has ended here.',
    examples: [{ providerUrl: 'https://login.example.org/logout?client_id=vigia' }],
  })

const IdentityProvider = z
  .object({
    label: z.string().describe('Display name: the setting OIDC_LABEL.'),
    url: z
      .string()
      .meta({ format: 'uri-reference' })
      .describe('Path at which a browser starts to sign in; `next` in its query is the path to open afterwards.'),
  })
  .meta({ id: 'IdentityProvider', description: 'An OpenID Connect provider with which operators sign in.' })

/** Response of `GET /auth/methods`. */
export const SignInMethods = z
  .object({
    local: z
      .enum(['everybody', 'break-glass'])
      .describe(
        'Availability of the form for local passwords; `break-glass` is for emergencies: the setting LOCAL_SIGN_IN.',
      ),
    provider: IdentityProvider.nullable().describe('Identity provider; null if none is configured.'),
  })
  .meta({
    id: 'SignInMethods',
    description: 'The ways to sign in.',
    examples: [{ local: 'everybody', provider: { label: 'Acceso corporativo', url: '/auth/oidc/start' } }],
  })

const Badges = z
  .object({
    notifications: z.int().describe('Number of incidents counted in the panel.'),
    profile: z
      .int()
      .describe('Number of incidents opened, reopened or unsuppressed since the operator last opened the panel.'),
  })
  .meta({ id: 'Badges', description: 'The numbers on the badges of an operator.' })

/** Response of `GET /api/admin/auth/session/`. */
export const CurrentSession = z
  .object({
    ...session,
    badges: Badges.describe('Numbers on the badges.'),
  })
  .meta({
    id: 'Session',
    description: 'The current session, with the badges of its operator.',
    examples: [{ ...example, badges: { notifications: 2, profile: 1 } }],
  })
