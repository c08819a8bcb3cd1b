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
 * Listens to both subscriptions over one socket and puts what arrives into the cache, for as long as the session lasts.
 * Returns the way to stop.
 */
export function listenForChanges(cache: QueryClient): () => void {
  resetConnection()
  // A socket that failed, or was refused, does not say why: a session that ended meanwhile, or a role that changed, shows here.
  const recheckSession = () => void cache.invalidateQueries(sessionQuery)
  const deliveries = makeDeliveries(2)
  const socket = openSocket({
    // Messages that passed while we were away are gone: ask for everything afresh.
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

/** The socket is live while every subscription has delivered since it opened, and no sooner. */
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

/** Subscribes, and subscribes again should the server end it: only stopping ends listening. */
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
  // A server of another build knows other documents.
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

/** What tells of incidents in another way than the panel is asked for afresh whenever the panel has changed. */
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
