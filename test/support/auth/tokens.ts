import { createToken } from '../../../src/auth/tokens/manage-tokens.ts'
import type { TrustedDocument } from '../../../src/auth/tokens/bound-document.ts'
import { serviceScopes } from '../../../src/auth/tokens/scopes.ts'
import { hashToken } from '../../../src/auth/secret-token.ts'
import { formatToken, type TokenKind } from '../../../src/auth/tokens/token-form.ts'
import type { Operator } from '../../../src/auth/operators.ts'
import type { RootDatabase } from '../../../src/database/database.ts'
import type { Json } from '../gateway.ts'
import { somebody } from './operators.ts'

type Given = { url: string; db: RootDatabase; clock: { now: () => number } }

/** Creates a personal token with these scopes, with functions to send requests with it and without a cookie. */
export async function givenToken(
  { url, db, clock }: Given,
  operator: Operator,
  scopes: readonly string[],
  document?: TrustedDocument,
) {
  const created = await createToken(
    db,
    {
      kind: 'PERSONAL',
      name: 'Un guion',
      scopes,
      expiresInDays: 30,
      ...(document && { documentId: document.id, documents: [document] }),
    },
    { ...somebody, operator },
    new Date(clock.now()),
  )
  return { ...created, ...requestsWith(url, created.secret) }
}

/** Creates a token of a service with these scopes. */
export async function givenServiceToken(
  { url, db, clock }: Given,
  scopes: readonly string[] = serviceScopes,
  name = 'Pedidos',
) {
  const created = await createToken(
    db,
    { kind: 'SERVICE', name, scopes, expiresInDays: 30 },
    { ...somebody, operator: { ...somebody.operator, role: 'admin' } },
    new Date(clock.now()),
  )
  return { ...created, ...requestsWith(url, created.secret) }
}

/** Writes a token straight into the table, whatever its scopes. */
export async function givenTokenRow({ db, clock }: Given, operator: Operator | null, scopes: readonly string[]) {
  const kind: TokenKind = operator ? 'PERSONAL' : 'SERVICE'
  const secret = formatToken(kind, crypto.getRandomValues(new Uint8Array(32)))
  await db.apiToken.create({
    data: {
      kind,
      operatorId: operator?.id ?? null,
      name: 'Un guion',
      hash: hashToken(secret),
      prefix: secret.slice(0, 8),
      scopes: [...scopes],
      createdAt: new Date(clock.now()),
      expiresAt: new Date(clock.now() + 86_400_000),
    },
  })
  return secret
}

/** Functions to send requests with a token and without a cookie. */
export function requestsWith(url: string, secret: string) {
  const authorization = `Bearer ${secret}`
  const send = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
    fetch(url + path, {
      method,
      headers: { authorization, 'content-type': 'application/json', ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  return {
    authorization,
    get: (path: string, headers: Record<string, string> = {}) => send('GET', path, undefined, headers),
    post: (path: string, body: unknown = {}, headers: Record<string, string> = {}) => send('POST', path, body, headers),
    /** Returns the status with the data and the errors of the response. */
    ask: async (query: string, variables: Json = {}): Promise<Json> => {
      const answer = await send('POST', '/graphql', { query, variables })
      return { status: answer.status, ...((await answer.json()) as Json) }
    },
  }
}
