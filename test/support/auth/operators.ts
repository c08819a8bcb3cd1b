import { randomUUID } from 'node:crypto'
import type { Operator } from '../../../src/auth/operators.ts'
import { hashPassword } from '../../../src/auth/passwords.ts'
import type { Role } from '../../../src/auth/permissions.ts'
import { openSession } from '../../../src/auth/sessions.ts'
import type { Actor } from '../../../src/audit/actor.ts'
import type { RootDatabase } from '../../../src/database/database.ts'
import { signIn, type Json } from '../gateway.ts'

export const password = 'otra-clave-larga-1'

/** Creates an operator who can sign in and that no other test uses. */
export async function givenOperator(db: RootDatabase, role: Role = 'operador'): Promise<Operator> {
  const passwordHash = await hashPassword(password)
  return db.operator.create({
    data: { email: `${randomUUID()}@example.org`, name: `Una ${role}`, role, passwordHash, createdAt: new Date() },
  })
}

/** Opens a session for an operator without signing in, valid for twelve hours from `at`. */
export async function givenSession(db: RootDatabase, operator: Operator, at = new Date()) {
  const { token, viewer } = await openSession(db, operator, { address: '198.51.100.7', at, idleMinutes: 720 })
  return { cookie: `vigia_session=${token}`, ...viewer }
}

/** The actor of changes whose actor is irrelevant to a test. */
export const somebody: Actor = {
  operator: { id: 'somebody', name: 'Alguien', email: 'somebody@example.org', role: 'operador' },
  address: '198.51.100.7',
  requestId: 'a-request',
}

/** Signs a new operator in at a gateway, with functions to send requests as them. */
export async function givenSignedIn({ url, db }: { url: string; db: RootDatabase }, role: Role = 'operador') {
  const operator = await givenOperator(db, role)
  const cookie = await signIn(url, operator.email, password)
  return {
    operator,
    cookie,
    /** Returns the status with the data and the errors of the response. */
    ask: async (query: string, variables: Json = {}): Promise<Json> => {
      const answer = await fetch(`${url}/graphql`, {
        method: 'POST',
        headers: { cookie, 'content-type': 'application/json' },
        body: JSON.stringify({ query, variables }),
      })
      return { status: answer.status, ...((await answer.json()) as Json) }
    },
    get: (path: string, headers: Record<string, string> = {}) => fetch(url + path, { headers: { cookie, ...headers } }),
    post: (path: string, body: unknown = {}, headers: Record<string, string> = {}) =>
      fetch(url + path, {
        method: 'POST',
        headers: { cookie, 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      }),
  }
}

/** Tries to sign in and returns the response, whether it succeeded or not. */
export const trySignIn = (url: string, email: string, secret: string, headers: Record<string, string> = {}) =>
  fetch(`${url}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ email, password: secret }),
  })
