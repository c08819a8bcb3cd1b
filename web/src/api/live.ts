import type { GraphQLFormattedError } from 'graphql'
import type { SubscribePayload } from 'graphql-ws/client'
import { type QueryClient } from '@tanstack/react-query'
import {
  InventoryChangesDocument,
  NotificationChangesDocument,
  type TypedDocumentString,
} from '../generated/graphql.ts'
import { heardFromServer, resetConnection, socketIsLive, socketIsLost } from './connection.ts'
import { inventoryQuery } from './inventory.ts'
import { newest } from './newest.ts'
import { notificationsQuery } from './notifications.ts'
import { idOf } from './request.ts'
import { sessionQuery } from './session.ts'
import { openSocket, type Socket } from './socket.ts'

const SUBSCRIBE_AGAIN_MS = 2_000

/**
 * Subscribes to the panel and the inventory over one socket and writes their messages to the cache until the session
 * ends. Returns a function that stops it.
 */
export function listenForChanges(cache: QueryClient): () => void {
  resetConnection()
  // A failed or rejected socket gives no reason: re-reading the session detects that it ended or that the role changed.
  const recheckSession = () => void cache.invalidateQueries(sessionQuery)
  const deliveries = makeDeliveries(2)
  const socket = openSocket({
    // Messages sent while disconnected are lost: refetch everything.
    onConnected: (again) => again && void cache.invalidateQueries(),
    onClosed: () => {
      deliveries.allEnded()
      recheckSession()
    },
  })
  const panel = follow(socket, NotificationChangesDocument, {
    ...deliveries.of('panel', recheckSession),
    onMessage: ({ notifications }) => {
      cache.setQueryData(notificationsQuery.queryKey, (known) => newest(known, notifications))
    },
  })
  const inventory = follow(socket, InventoryChangesDocument, {
    ...deliveries.of('inventory', recheckSession),
    onMessage: ({ inventory: now }) => {
      cache.setQueryData(inventoryQuery.queryKey, (known) => newest(known, now))
    },
  })
  const stops = [panel, inventory, readFollowersAfresh(cache), socket.stop]
  return () => {
    for (const stop of stops) stop()
  }
}

/** Counts the socket as live only once every subscription has delivered since it opened. */
function makeDeliveries(all: number) {
  const delivering = new Set<string>()
  const allEnded = () => {
    delivering.clear()
    socketIsLost()
  }
  const of = (name: string, recheckSession: () => void) => ({
    onDelivered: () => {
      delivering.add(name)
      if (delivering.size === all) socketIsLive()
      else heardFromServer()
    },
    onEnded: () => {
      delivering.delete(name)
      socketIsLost()
      recheckSession()
    },
  })
  return { of, allEnded }
}

type Follower<Message> = {
  onMessage: (message: Message) => void
  onDelivered: () => void
  onEnded: () => void
}

/** Subscribes, and resubscribes if the server ends the subscription. Returns a function that stops it. */
function follow<Message>(
  socket: Socket,
  document: TypedDocumentString<Message, Record<string, never>>,
  { onMessage, onDelivered, onEnded }: Follower<Message>,
): () => void {
  let again: ReturnType<typeof setTimeout> | undefined
  let unsubscribe: (() => void) | undefined
  let stopped = false

  const resume = () => {
    if (stopped) return
    onEnded()
    again = setTimeout(subscribe, SUBSCRIBE_AGAIN_MS * (0.5 + Math.random() / 2))
  }
  let payload: SubscribePayload = { query: '', extensions: { documentId: idOf(document) } }
  // A server of another build has other document ids: send the text instead.
  const fail = (error: unknown) => {
    if (isOfUnknownDocument(error)) payload = { query: document.toString() }
    resume()
  }
  const subscribe = () => {
    unsubscribe = socket.subscribe<Message>(payload, {
      next: ({ data }) => {
        if (!data) {
          onEnded()
          return
        }
        onMessage(data)
        onDelivered()
      },
      error: fail,
      complete: resume,
    })
  }
  subscribe()

  return () => {
    stopped = true
    clearTimeout(again)
    unsubscribe?.()
  }
}

const isOfUnknownDocument = (error: unknown) =>
  Array.isArray(error) && error.some(({ extensions }: GraphQLFormattedError) => extensions?.code === 'UNKNOWN_DOCUMENT')

/** Invalidates the queries that depend on incidents (`follows: 'panel'`) whenever the panel's revision changes. */
function readFollowersAfresh(cache: QueryClient): () => void {
  const revisionNow = () => cache.getQueryData(notificationsQuery.queryKey)?.revision
  let known = revisionNow()
  return cache.getQueryCache().subscribe(() => {
    const revision = revisionNow()
    if (revision === undefined || revision === known) return
    const isFirst = known === undefined
    known = revision
    if (!isFirst) void cache.invalidateQueries({ predicate: ({ meta }) => meta?.follows === 'panel' })
  })
}
