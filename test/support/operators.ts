import { randomUUID } from 'node:crypto'
import { addOperator, type Operator } from '../../src/access/operators.ts'
import type { Role } from '../../src/access/permissions.ts'
import type { RootDatabase } from '../../src/database/database.ts'
import { signIn } from './gateway.ts'

export const password = 'otra-clave-larga-1'

/** Someone who may sign in, whom no other test knows. */
export const givenOperator = (db: RootDatabase, role: Role = 'operador'): Promise<Operator> =>
  addOperator(db, { email: `${randomUUID()}@example.org`, name: `Una ${role}`, role, password }, new Date())

/** Someone who is signed in at a gateway, and the ways to ask it as them. */
export async function givenSignedIn({ url, db }: { url: string; db: RootDatabase }, role: Role = 'operador') {
  const operator = await givenOperator(db, role)
  const cookie = await signIn(url, operator.email, password)
  return {
    operator,
    cookie,
    get: (path: string, headers: Record<string, string> = {}) => fetch(url + path, { headers: { cookie, ...headers } }),
    post: (path: string, body: unknown = {}, headers: Record<string, string> = {}) =>
      fetch(url + path, {
        method: 'POST',
        headers: { cookie, 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      }),
  }
}

/** Tries to sign in, whatever comes of it. */
export const trySignIn = (url: string, email: string, secret: string, headers: Record<string, string> = {}) =>
  fetch(`${url}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ email, password: secret }),
  })
