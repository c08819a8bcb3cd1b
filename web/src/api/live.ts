import { type QueryClient } from '@tanstack/react-query'
import { type Client, CloseCode, createClient } from 'graphql-ws/client'
import {
  InventoryChangesDocument,
  NotificationChangesDocument,
  type TypedDocumentString,
} from '../generated/graphql.ts'
import { heardFromServer, lastHeardAt, resetConnection, socketIsLive, socketIsLost } from './connection.ts'
import { inventoryQuery } from './inventory.ts'
import { newest } from './newest.ts'
import { notificationsQuery } from './notifications.ts'
import { sessionQuery } from './session.ts'

const PING_EVERY_MS = 10_000
const PONG_WITHIN_MS = 5_000
const LONGEST_WAIT_MS = 15_000
const SUBSCRIBE_AGAIN_MS = 5_000
// Browsers let the timers of a hidden page run once a minute, and hence the pings.
const LONGEST_QUIET_MS = 75_000

/**
 * Listens to both subscriptions over one socket and puts what arrives into the cache, for as long as the session lasts.
 * Returns the way to stop.
 */
export function listenForChanges(cache: QueryClient, onSessionOver: () => void): () => void {
  resetConnection()
  // A socket that failed, or was refused, does not say why; a session that ended meanwhile shows here.
  const recheckSession = () => void cache.invalidateQueries(sessionQuery)
  const client = openSocket({ cache, onSessionOver, recheckSession })
  const stops = [
    follow(client, NotificationChangesDocument, recheckSession, ({ notifications }) => {
      cache.setQueryData(notificationsQuery.queryKey, (known) => newest(known, notifications))
    }),
    follow(client, InventoryChangesDocument, recheckSession, ({ inventory }) => {
      cache.setQueryData(inventoryQuery.queryKey, (known) => newest(known, inventory))
    }),
    distrustAfterSleep(client),
  ]

  return () => {
    for (const stop of stops) stop()
    client.stop()
  }
}

type Socket = Client & { stop: () => void }
type Surroundings = { cache: QueryClient; onSessionOver: () => void; recheckSession: () => void }

function openSocket({ cache, onSessionOver, recheckSession }: Surroundings): Socket {
  let pongDue: ReturnType<typeof setTimeout> | undefined
  let stopped = false

  const client = createClient({
    url: `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/graphql`,
    retryAttempts: Infinity,
    shouldRetry: (error) => !isForbidden(error),
    retryWait: (retries) => wait(Math.min(LONGEST_WAIT_MS, 500 * 2 ** retries) * (0.5 + Math.random() / 2)),
    keepAlive: PING_EVERY_MS,
    on: {
      // Messages that passed while we were away are gone: ask for everything afresh.
      connected: (_socket, _payload, wasRetry) => wasRetry && void cache.invalidateQueries(),
      ping: (received) => {
        if (!received) pongDue = setTimeout(giveUp, PONG_WITHIN_MS)
      },
      pong: (received) => {
        if (!received) return
        clearTimeout(pongDue)
        heardFromServer()
      },
      closed: (event) => {
        clearTimeout(pongDue)
        if (stopped) return
        socketIsLost()
        if (isForbidden(event)) onSessionOver()
        else recheckSession()
      },
    },
  })
  const giveUp = () => {
    client.terminate()
  }
  const stop = () => {
    stopped = true
    void client.dispose()
  }
  return { ...client, stop }
}

/** Subscribes, and subscribes again should the server end it: only stopping ends listening. */
function follow<Message>(
  client: Client,
  document: TypedDocumentString<Message, Record<string, never>>,
  onTrouble: () => void,
  onMessage: (message: Message) => void,
): () => void {
  let again: ReturnType<typeof setTimeout> | undefined
  let unsubscribe: (() => void) | undefined
  let stopped = false

  const subscribe = () => {
    unsubscribe = client.subscribe<Message>(
      { query: document.toString() },
      {
        next: ({ data }) => {
          if (!data) {
            onTrouble()
            return
          }
          onMessage(data)
          socketIsLive()
        },
        error: (error) => {
          if (stopped || isForbidden(error)) return
          onTrouble()
          again = setTimeout(subscribe, SUBSCRIBE_AGAIN_MS)
        },
        complete: () => {
          if (!stopped) again = setTimeout(subscribe, SUBSCRIBE_AGAIN_MS)
        },
      },
    )
  }
  subscribe()

  return () => {
    stopped = true
    clearTimeout(again)
    unsubscribe?.()
  }
}

/** A computer that slept, or a phone that changed networks, still holds a socket that nobody answers any more. */
function distrustAfterSleep(client: Client): () => void {
  const doubt = () => {
    const heard = lastHeardAt()
    if (document.visibilityState === 'hidden' || heard === null || Date.now() - heard < LONGEST_QUIET_MS) return
    socketIsLost()
    client.terminate()
  }
  document.addEventListener('visibilitychange', doubt)
  window.addEventListener('online', doubt)
  return () => {
    document.removeEventListener('visibilitychange', doubt)
    window.removeEventListener('online', doubt)
  }
}

const isForbidden = (error: unknown) =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === CloseCode.Forbidden

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
