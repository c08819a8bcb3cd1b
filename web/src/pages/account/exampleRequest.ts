import { type ApiToken } from '../../api/auth/tokens.ts'

/** An example query for each permission to read. */
const queries: readonly (readonly [scope: string, query: string])[] = [
  ['read:Panel', '{ notifications { badge } }'],
  ['read:Incident', '{ incidents(first: 5) { totalCount } }'],
  ['read:Inventory', '{ endpoints(first: 5) { totalCount } }'],
  ['read:Library', '{ libraries(first: 5) { totalCount } }'],
  ['read:Customer', '{ customers(first: 5) { totalCount } }'],
  ['read:Supplier', '{ suppliers(first: 5) { totalCount } }'],
  ['read:Integration', '{ sinliMessages(first: 5) { totalCount } }'],
  ['read:Audit', '{ audit(first: 5) { totalCount } }'],
]

/** A shell command with a request that the token allows. The token is read from the variable VIGIA_TOKEN. */
export function exampleRequest({ scopes, document }: Pick<ApiToken, 'scopes' | 'document'>): string {
  const [, query] = queries.find(([scope]) => scopes.includes(scope)) ?? ['', '{ session { role } }']
  const body = document ? { documentId: document.id } : { query }
  return [
    'curl -H "Authorization: Bearer $VIGIA_TOKEN" -H "Content-Type: application/json"',
    `-d '${JSON.stringify(body)}' ${location.origin}/graphql`,
  ].join(' ')
}
