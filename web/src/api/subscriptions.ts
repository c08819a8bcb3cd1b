import type { GraphQLFormattedError } from 'graphql'
import type { SubscribePayload } from 'graphql-ws/client'
import { type QueryClient } from '@tanstack/react-query'
import {
  InventoryChangesDocument,
  NotificationChangesDocument,
  type TypedDocumentString,
} from '../generated/graphql.ts'
import { markServerSeen, resetConnection, markLive, markLost } from './client/connectionState.ts'
import { inPageLanguage, type VariablesToSend } from './client/language.ts'
import { inventoryQuery } from './inventory/inventory.ts'
import { pickNewerRevision } from './client/keepNewerRevision.ts'
import { notificationsQuery } from './incidents/notifications.ts'
import { getDocumentId } from './client/request.ts'
import { sessionQuery } from './auth/session.ts'
import { openSocket, type Socket } from './client/socket.ts'

const RESUBSCRIBE_DELAY_MS = 2_000

/** The socket of the session; undefined while nobody is signed in. */
let sharedSocket: Socket | undefined

/**
 * Subscribes to the panel and the inventory over one socket, and writes their messages to the cache until the session
 * ends. Returns a function that ends both subscriptions.
 */
export function subscribeToChanges(queryClient: QueryClient): () => void {
  resetConnection()
  // A failed or rejected socket gives no reason: re-reading the session detects that it ended or that the role changed.
  const recheckSession = () => void queryClient.invalidateQueries(sessionQuery)
  const deliveryTracker = createDeliveryTracker(2)
  const socket = openSocket({
    // Messages sent while disconnected are lost: refetch everything.
    onConnected: (isReconnect) => isReconnect && void queryClient.invalidateQueries(),
    onClosed: () => {
      deliveryTracker.markAllEnded()
      recheckSession()
    },
  })
  sharedSocket = socket
  const panel = keepSubscribed(
    socket,
    { document: NotificationChangesDocument, variables: {} },
    {
      ...deliveryTracker.createHandlers('panel', recheckSession),
      onMessage: ({ notifications }) => {
        queryClient.setQueryData(notificationsQuery.queryKey, (cached) => pickNewerRevision(cached, notifications))
      },
    },
  )
  const inventory = keepSubscribed(
    socket,
    { document: InventoryChangesDocument, variables: {} },
    {
      ...deliveryTracker.createHandlers('inventory', recheckSession),
      onMessage: ({ inventory: pushed }) => {
        queryClient.setQueryData(inventoryQuery.queryKey, (cached) => pickNewerRevision(cached, pushed))
      },
    },
  )
  const cleanups = [panel, inventory, invalidateFollowers(queryClient), socket.stop]
  return () => {
    sharedSocket = undefined
    for (const cleanUp of cleanups) cleanUp()
  }
}

/** Subscribes over the socket of the session, if it is open. Returns a function that ends the subscription. */
export function subscribeTo<Message, Variables extends Record<string, unknown>>(
  operation: Operation<Message, Variables>,
  onMessage: (message: Message) => void,
): () => void {
  const ignore = () => undefined
  if (!sharedSocket) return ignore
  return keepSubscribed(sharedSocket, operation, { onMessage, onDelivered: markServerSeen, onEnded: ignore })
}

/** Tracks deliveries: the socket counts as live once every subscription has delivered a message since it opened. */
function createDeliveryTracker(subscriptionCount: number) {
  const delivering = new Set<string>()
  const markAllEnded = () => {
    delivering.clear()
    markLost()
  }
  const createHandlers = (name: string, recheckSession: () => void) => ({
    onDelivered: () => {
      delivering.add(name)
      if (delivering.size === subscriptionCount) markLive()
      else markServerSeen()
    },
    onEnded: () => {
      delivering.delete(name)
      markLost()
      recheckSession()
    },
  })
  return { createHandlers, markAllEnded }
}

type Operation<Message, Variables> = {
  document: TypedDocumentString<Message, Variables>
  variables: VariablesToSend<Variables>
}

type SubscriptionHandlers<Message> = {
  onMessage: (message: Message) => void
  onDelivered: () => void
  onEnded: () => void
}

/** Subscribes, and resubscribes if the server ends the subscription. Returns a function that ends the subscription. */
function keepSubscribed<Message, Variables extends Record<string, unknown>>(
  socket: Socket,
  { document, variables: given }: Operation<Message, Variables>,
  { onMessage, onDelivered, onEnded }: SubscriptionHandlers<Message>,
): () => void {
  const variables = inPageLanguage(given)
  let retryTimer: ReturnType<typeof setTimeout> | undefined
  let unsubscribe: (() => void) | undefined
  let stopped = false

  const resubscribe = () => {
    if (stopped) return
    onEnded()
    retryTimer = setTimeout(subscribe, RESUBSCRIBE_DELAY_MS * (0.5 + Math.random() / 2))
  }
  let payload: SubscribePayload = { query: '', variables, extensions: { documentId: getDocumentId(document) } }
  // A server of another build has other document ids: the subscription is repeated with the text of the document.
  const onError = (error: unknown) => {
    if (isUnknownDocumentError(error)) payload = { query: document.toString(), variables }
    resubscribe()
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
      error: onError,
      complete: resubscribe,
    })
  }
  subscribe()

  return () => {
    stopped = true
    clearTimeout(retryTimer)
    unsubscribe?.()
  }
}

const isUnknownDocumentError = (error: unknown) =>
  Array.isArray(error) && error.some(({ extensions }: GraphQLFormattedError) => extensions?.code === 'UNKNOWN_DOCUMENT')

/** Invalidates the queries that depend on incidents (`follows: 'panel'`) whenever the panel's revision changes. */
function invalidateFollowers(queryClient: QueryClient): () => void {
  const currentRevision = () => queryClient.getQueryData(notificationsQuery.queryKey)?.revision
  let lastRevision = currentRevision()
  return queryClient.getQueryCache().subscribe(() => {
    const revision = currentRevision()
    if (revision === undefined || revision === lastRevision) return
    const isFirst = lastRevision === undefined
    lastRevision = revision
    if (!isFirst) void queryClient.invalidateQueries({ predicate: ({ meta }) => meta?.follows === 'panel' })
  })
}
