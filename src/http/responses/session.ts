import { z } from 'zod'
import { permissions } from '../../auth/permissions.ts'

const Role = z.enum(['lector', 'operador', 'admin']).meta({
  id: 'Role',
  description:
    'lector: sees everything. operador: also acts on incidents, customers and messages. admin: also manages operators.',
})

const Operator = z
  .object({
    id: z.string().describe('Stays the same for as long as the operator exists.'),
    name: z.string().describe('How the operator is called on screens.'),
    email: z.string().describe('What the operator signs in with, in lower case.'),
    role: Role.describe('What the operator may do.'),
  })
  .meta({ id: 'Operator', description: 'Someone who signs in.' })

const session = {
  operator: Operator.describe('Who is signed in.'),
  role: Role.describe("The operator's role, as in `operator`."),
  environment: z.string().describe('Which installation this is, e.g. `STG`: the setting APP_ENVIRONMENT.'),
  expiresAt: z.date().describe('When the session ends if nothing more is asked.'),
  permissions: z
    .array(z.enum(permissions))
    .describe('What the role allows, as `action:Subject`, so that a client offers only that.'),
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
  .meta({ id: 'OpenedSession', description: 'A session that was opened just now.', examples: [example] })

/** Response of `GET /api/admin/auth/session/`. */
export const CurrentSession = z
  .object({
    ...session,
    badges: z
      .object({
        notifications: z.int().describe('How many incidents are counted in the panel.'),
        profile: z.int().describe('How many incidents opened since this operator last opened the panel.'),
      })
      .describe('The numbers on the badges.'),
  })
  .meta({
    id: 'Session',
    description: 'The session that asks, with the badges of its operator.',
    examples: [{ ...example, badges: { notifications: 2, profile: 1 } }],
  })
