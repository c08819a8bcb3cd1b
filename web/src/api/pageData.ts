import { useSyncExternalStore } from 'react'
import { type QueryCache, useQueryClient } from '@tanstack/react-query'
import { notificationsQuery } from './incidents/notifications.ts'
import { sessionQuery } from './auth/session.ts'

/** Queries of the frame, which are active on every page. */
const frameKeys = [sessionQuery.queryKey[0], notificationsQuery.queryKey[0]] as const

/** Whether the current page has any data to show. */
export function useHasPageData(): boolean {
  const cache = useQueryClient().getQueryCache()
  return useSyncExternalStore(
    (onChange) => cache.subscribe(onChange),
    () => hasPageData(cache),
  )
}

function hasPageData(cache: QueryCache): boolean {
  const active = cache.findAll({ type: 'active' })
  const ofPage = active.filter(({ queryKey: [name] }) => !frameKeys.some((key) => key === name))
  return (ofPage.length > 0 ? ofPage : active).some(({ state: { data } }) => data !== undefined)
}
