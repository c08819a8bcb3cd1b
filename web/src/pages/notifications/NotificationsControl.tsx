import { lazy, Suspense } from 'react'
import { useDisclosure, useDocumentTitle } from '@mantine/hooks'
import { useMatches } from '@tanstack/react-router'
import { type Connection, useConnection } from '../../api/connection.ts'
import { useMarkSeen, useNotifications } from '../../api/notifications.ts'
import tool from '../../shell/ToolButton.module.css'
import { Count } from '../../ui/Count.tsx'
import { showWhole } from '../../ui/numbers.ts'
import { UNKNOWN } from '../../ui/words.ts'
import classes from './NotificationsControl.module.css'

const NotificationsDrawer = lazy(async () => ({
  default: (await import('./NotificationsDrawer.tsx')).NotificationsDrawer,
}))

/** The notifications control: its badge, which the tab's title carries too, and the panel behind it. */
export function NotificationsControl() {
  const { data: panel } = useNotifications()
  const [opened, { open, close }] = useDisclosure(false)
  const { mutate: markSeen } = useMarkSeen()
  useTitleWithBadge(panel?.badge)

  const openPanel = () => {
    open()
    markSeen()
  }
  return (
    <>
      <button
        type="button"
        className={tool.tool}
        aria-haspopup="dialog"
        aria-expanded={opened}
        aria-label={`Notificaciones: ${showWhole(panel?.badge)}`}
        onClick={openPanel}
      >
        <Bell />
        <span className={classes.word}>Notificaciones</span>
        <Count value={panel?.badge} tone={toneOf(panel)} />
      </button>
      <Suspense>{opened && <NotificationsDrawer onClose={close} />}</Suspense>
    </>
  )
}

function toneOf(panel: ReturnType<typeof useNotifications>['data']) {
  return panel?.categories.some(({ severity, count }) => severity === 'FALLANDO' && count > 0) ? 'alarm' : 'warning'
}

function useTitleWithBadge(badge: number | undefined) {
  const { truth } = useConnection()
  const page = useMatches({ select: (matches) => matches.at(-1)?.staticData.title })
  useDocumentTitle(`${badgeInTitle(badge, truth)}${page ?? 'Vigía'}${page ? ' · Vigía' : ''}`)
}

// A title has no colours: what was known once, and may no longer hold, gets a question mark.
function badgeInTitle(badge: number | undefined, truth: Connection['truth']): string {
  if (badge === undefined) return `(${UNKNOWN}) `
  if (truth === 'silent') return `(${String(badge)}?) `
  return badge === 0 ? '' : `(${String(badge)}) `
}

function Bell() {
  return (
    <svg className={classes.bell} viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
      <path
        d="M8 2a4 4 0 0 0-4 4v2.6L2.8 11h10.4L12 8.6V6a4 4 0 0 0-4-4ZM6.6 13a1.5 1.5 0 0 0 2.8 0"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.3"
        strokeLinejoin="round"
        strokeLinecap="round"
      />
    </svg>
  )
}
