import { createGraphiQLFetcher } from '@graphiql/toolkit'
import { createClient } from 'graphql-ws/client'

const socketUrl = `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/graphql`

/** Sends queries and mutations over HTTP and subscriptions over the WebSocket, both with the session cookie. */
export const fetcher = createGraphiQLFetcher({
  url: '/graphql',
  fetch: fetchSignedIn,
  wsClient: createClient({ url: socketUrl, retryAttempts: 5 }),
})

async function fetchSignedIn(...request: Parameters<typeof fetch>): Promise<Response> {
  const response = await fetch(...request)
  if (await isUnauthenticated(response.clone())) location.assign('/sign-in?next=/explorer')
  return response
}

async function isUnauthenticated(response: Response): Promise<boolean> {
  return response.status === 401 || /"code":\s*"UNAUTHENTICATED"/.test(await response.text())
}
