import { ApolloClient, ApolloLink, gql, HttpLink, InMemoryCache } from '@apollo/client'
import { GraphQLWsLink } from '@apollo/client/link/subscriptions'
import { Client, fetchExchange, subscriptionExchange } from '@urql/core'
import { OperationTypeNode } from 'graphql'
import { createClient, type Client as SocketClient } from 'graphql-ws'
import WebSocket from 'ws'
import { givenGateway, type GivenGateway } from '../support/gateway.ts'

type Panel = { notifications: { revision: number; badge: number } }

/** How a client library asks, and how it listens until it is told to stop. */
type Asking = {
  ask: () => Promise<Panel>
  listen: (hear: (panel: Panel) => void) => () => void
  stop: () => unknown
}

const fields = 'notifications { revision badge }'

let gateway: GivenGateway
beforeAll(async () => {
  gateway = await givenGateway()
})
afterAll(() => gateway[Symbol.asyncDispose]())

function givenSockets(): SocketClient {
  const { cookie, url } = gateway
  class SignedSocket extends WebSocket {
    constructor(address: string, protocols: string[]) {
      super(address, protocols, { headers: { cookie } })
    }
  }
  return createClient({ url: `${url.replace('http', 'ws')}/graphql`, webSocketImpl: SignedSocket, keepAlive: 200 })
}

const headers = () => ({ cookie: gateway.cookie })

const clients: Record<string, () => Asking> = {
  'graphql-ws'() {
    const sockets = givenSockets()
    return {
      ask: async () => (await gateway.data(`{ ${fields} }`)) as Panel,
      listen: (hear) =>
        sockets.subscribe<Panel>(
          { query: `subscription { ${fields} }` },
          { next: ({ data }) => data && hear(data), error: fail, complete: () => undefined },
        ),
      stop: () => sockets.dispose(),
    }
  },
  'Apollo Client'() {
    const sockets = givenSockets()
    const http = new HttpLink({ uri: `${gateway.url}/graphql`, headers: headers() })
    const link = ApolloLink.split(
      ({ operationType }) => operationType === OperationTypeNode.SUBSCRIPTION,
      new GraphQLWsLink(sockets),
      http,
    )
    const client = new ApolloClient({ link, cache: new InMemoryCache() })
    return {
      ask: async () =>
        (await client.query<Panel>({ query: gql`{ ${fields} }`, fetchPolicy: 'network-only' })).data as Panel,
      listen: (hear) => {
        const following = client
          .subscribe<Panel>({ query: gql`subscription { ${fields} }`, fetchPolicy: 'no-cache' })
          .subscribe({ next: ({ data }) => data && hear(data), error: fail })
        return () => {
          following.unsubscribe()
        }
      },
      stop: async () => {
        client.stop()
        await sockets.dispose()
      },
    }
  },
  urql() {
    const sockets = givenSockets()
    const client = new Client({
      url: `${gateway.url}/graphql`,
      preferGetMethod: false,
      requestPolicy: 'network-only',
      fetchOptions: { headers: headers() },
      exchanges: [
        fetchExchange,
        subscriptionExchange({
          forwardSubscription: ({ query, variables }) => ({
            subscribe: (sink) => ({
              unsubscribe: sockets.subscribe({ query: query ?? '', variables: variables as never }, sink),
            }),
          }),
        }),
      ],
    })
    return {
      ask: async () => (await client.query<Panel>(`{ ${fields} }`, {}).toPromise()).data as Panel,
      listen: (hear) => {
        const following = client
          .subscription<Panel>(`subscription { ${fields} }`, {})
          .subscribe(({ data, error }) => (error ? fail(error) : data && hear(data)))
        return () => {
          following.unsubscribe()
        }
      },
      stop: () => sockets.dispose(),
    }
  },
}

describe.each(Object.keys(clients))('%s', (name) => {
  it('receives responses and subscription results, and can unsubscribe and subscribe again', async () => {
    const { ask, listen, stop } = clients[name]!()
    const asked = await ask()

    for (let round = 0; round < 2; round++) {
      const heard = collector()
      const leave = listen(heard.add)
      const first = await heard.next()
      const { markNotificationsSeen } = await gateway.data('mutation { markNotificationsSeen { revision } }')
      const next = await heard.next()
      leave()

      expect(first.revision).toBeGreaterThanOrEqual(asked.notifications.revision)
      expect(next.revision).toBeGreaterThanOrEqual(markNotificationsSeen.revision)
    }
    expect(asked.notifications.badge).toBe(0)
    await stop()
  })
})

/** Collects what is heard, to be taken in order. */
function collector() {
  const heard: Panel['notifications'][] = []
  let wake: () => void = () => undefined
  return {
    add: ({ notifications }: Panel) => {
      heard.push(notifications)
      wake()
    },
    async next() {
      while (heard.length === 0) await new Promise<void>((resolve) => (wake = resolve))
      return heard.shift()!
    },
  }
}

function fail(error: unknown): never {
  throw error instanceof Error ? error : new Error(JSON.stringify(error))
}
