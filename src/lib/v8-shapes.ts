import type { Server } from 'node:http'

const retention: object[] = []

/**
 * Retains objects for ever to keep their hidden classes. V8 drops a hidden class once a GC finds no live object of it,
 * and with it the optimized code; after a few times it stops optimizing. This happens to the objects of requests
 * whenever the server is idle. Measurements: docs/decisions/0010-v8-hidden-classes.md.
 */
export function retainHiddenClasses(...objects: object[]): void {
  retention.push(...objects)
}

const graphqlRequest = {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ query: '{ __typename }' }),
}

const warmUpTimeoutMs = 2_000

/**
 * Sends one REST and one GraphQL request to a listening server, and retains the hidden classes of their request and
 * response objects. Does nothing if the server cannot reach itself.
 */
export async function warmUp(server: Server, url: string): Promise<void> {
  for (const [path, init] of [['/livez', {}] as const, ['/graphql', graphqlRequest] as const]) {
    server.once('request', retainHiddenClasses)
    const signal = AbortSignal.timeout(warmUpTimeoutMs)
    const response = await fetch(url + path, { ...init, signal }).catch(() => null)
    await response?.text()
  }
}
