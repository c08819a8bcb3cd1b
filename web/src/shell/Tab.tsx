import { useEffect } from 'react'
import { useDocumentTitle } from '@mantine/hooks'
import { useMatches } from '@tanstack/react-router'
import { type Connection, useConnection } from '../api/connection.ts'
import { useNotifications } from '../api/notifications.ts'
import { UNKNOWN } from '../ui/words.ts'
import { tabIcon } from './tabIcon.ts'

/** Shows the badge in the title and the icon of the browser tab. */
export function Tab() {
  const { data: panel } = useNotifications()
  const { truth } = useConnection()
  const page = useMatches({ select: (matches) => matches.at(-1)?.staticData.title })
  useDocumentTitle(`${badgeInTitle(panel?.badge, truth)}${page ?? 'Vigía'}${page ? ' · Vigía' : ''}`)
  const isFailing = panel?.categories.some(({ severity, count }) => severity === 'FALLANDO' && count > 0) === true
  const isDoubtful = truth === 'reconnecting' || truth === 'silent' || !!panel?.telemetryInterruptedSince
  useIcon(tabIcon({ badge: panel?.badge, isFailing, isDoubtful }))
  return null
}

// A title has no colours: a number that may be out of date gets a question mark.
function badgeInTitle(badge: number | undefined, truth: Connection['truth']): string {
  if (badge === undefined) return `(${UNKNOWN}) `
  if (truth === 'silent') return `(${String(badge)}?) `
  return badge === 0 ? '' : `(${String(badge)}) `
}

function useIcon(icon: string) {
  useEffect(() => {
    const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
    if (!link) return
    const plain = link.href
    link.href = icon
    return () => {
      link.href = plain
    }
  }, [icon])
}
