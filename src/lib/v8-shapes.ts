import type { Server } from 'node:http'

const retention: object[] = []

/**
 * Keeps objects for ever, for the sake of their shape. V8 forgets the shape of objects of which a collection of garbage finds
 * none alive, and drops the code that it made for them; after a few times it makes none any more. To what lives no longer
 * than a request that happens whenever the server is idle. docs/decisions/0010-shapes-that-are-kept.md has the figures.
 */
export function retainHiddenClasses(...objects: object[]): void {
  retention.push(...objects)
}

const question = {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ query: '{ __typename }' }),
}

const warmUpTimeoutMs = 2_000

/**
 * Asks a server that listens once in each way it answers, and keeps the shapes of those requests and answers. One that cannot
 * reach itself does without.
 */
export async function warmUp(server: Server, url: string): Promise<void> {
  for (const [path, asked] of [['/livez', {}] as const, ['/graphql', question] as const]) {
    server.once('request', retainHiddenClasses)
    const signal = AbortSignal.timeout(warmUpTimeoutMs)
    const answer = await fetch(url + path, { ...asked, signal }).catch(() => null)
    await answer?.text()
  }
}
