import { useEffect } from 'react'
import { useDocumentTitle } from '@mantine/hooks'
import { useMatches } from '@tanstack/react-router'
import { type ConnectionState, useConnectionState } from '../api/client/connectionState.ts'
import { useNotifications } from '../api/incidents/notifications.ts'
import { NO_VALUE } from '../format/noValue.ts'
import { hasFailing } from '../notifications/hasFailing.ts'
import { usePageName } from '../ui/layout/pageName.ts'
import { favicon } from './favicon.ts'

/** Shows the badge and the name of the page in the title of the browser tab, and the badge in the tab's icon. */
export function TabTitle() {
  const { data: panel } = useNotifications()
  const { status } = useConnectionState()
  const pageKind = useMatches({ select: (matches) => matches.at(-1)?.staticData.title })
  const page = usePageName() ?? pageKind
  useDocumentTitle(`${titleBadge(panel?.badge, status)}${page ?? 'Vigía'}${page ? ' · Vigía' : ''}`)
  const isFailing = hasFailing(panel)
  const isStale = status === 'reconnecting' || status === 'silent'
  useFavicon(favicon({ badge: panel?.badge, isFailing, isStale }))
  return null
}

// A title has no colours, so a number that may be out of date is followed by a question mark.
function titleBadge(badge: number | undefined, status: ConnectionState['status']): string {
  if (badge === undefined) return `(${NO_VALUE}) `
  if (status === 'silent') return `(${String(badge)}?) `
  return badge === 0 ? '' : `(${String(badge)}) `
}

function useFavicon(icon: string) {
  useEffect(() => {
    const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
    if (!link) return
    const originalHref = link.href
    link.href = icon
    return () => {
      link.href = originalHref
    }
  }, [icon])
}
