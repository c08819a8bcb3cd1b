import { permissions, personalScopes, type Permission } from '../../../src/auth/permissions.ts'
import type { GivenGateway, Json } from '../gateway.ts'
import { givenOperator } from './operators.ts'
import { givenTokenRow } from './tokens.ts'

export type Headers = Readonly<Record<string, string>>
export type Answer = { status: number; data?: Json; errors?: Json[] }

/** Callers with exactly these permissions, and how they send GraphQL. */
export function givenScopedCallers(gateway: Pick<GivenGateway, 'url' | 'db' | 'clock' | 'cookie'>) {
  const tokens = new Map<string, Promise<Headers>>()

  async function createToken(scopes: readonly Permission[]): Promise<Headers> {
    const secret = await givenTokenRow(gateway, await givenOperator(gateway.db, 'admin'), scopes)
    return { authorization: `Bearer ${secret}` }
  }

  /** A token of an administrator with these scopes; a session if no token can have all of them. */
  function withScopes(...scopes: readonly Permission[]): Promise<Headers> {
    if (scopes.some((scope) => !personalScopes.includes(scope))) return Promise.resolve({ cookie: gateway.cookie })
    const key = scopes.toSorted().join(' ')
    const headers = tokens.get(key) ?? createToken(scopes)
    tokens.set(key, headers)
    return headers
  }

  return {
    withScopes,
    /** A token with every other scope. */
    without: (permission: Permission) => withScopes(...personalScopes.filter((scope) => scope !== permission)),
    /** A token with every scope, or a session if the permission is none that a token can have. */
    withAll: (permission?: Permission) =>
      permission && !personalScopes.includes(permission) ? withScopes(...permissions) : withScopes(...personalScopes),
    post: (body: Json, headers: Headers): Promise<Answer> =>
      answerOf(
        fetch(`${gateway.url}/graphql`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...headers },
          body: JSON.stringify(body),
        }),
      ),
    /** Sends a query in the URL. */
    get: (body: Json, headers: Headers): Promise<Answer> => {
      const { query, operationName, variables } = body
      const search = new URLSearchParams({
        query,
        ...(operationName && { operationName }),
        ...(variables && { variables: JSON.stringify(variables) }),
      })
      // A header that no form can send takes the place of the content type.
      return answerOf(
        fetch(`${gateway.url}/graphql?${search}`, { headers: { 'apollo-require-preflight': 'x', ...headers } }),
      )
    },
  }
}

export type ScopedCallers = ReturnType<typeof givenScopedCallers>

const answerOf = async (response: Promise<Response>): Promise<Answer> => {
  const answer = await response
  return { status: answer.status, ...((await answer.json()) as Json) }
}
