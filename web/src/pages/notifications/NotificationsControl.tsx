import { lazy, Suspense } from 'react'
import { VisuallyHidden } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useMarkSeen, useNotifications } from '../../api/notifications.ts'
import { words } from '../../language.ts'
import tool from '../../shell/ToolButton.module.css'
import { Count } from '../../ui/Count.tsx'
import { showWhole } from '../../ui/numbers.ts'
import classes from './NotificationsControl.module.css'

const NotificationsDrawer = lazy(async () => ({
  default: (await import('./NotificationsDrawer.tsx')).NotificationsDrawer,
}))

const text = words({ title: 'Notificaciones' }, { title: 'Notifications' })

/** The notifications button with its badge, and the panel it opens. */
export function NotificationsControl() {
  const { data: panel } = useNotifications()
  const [opened, { open, close }] = useDisclosure(false)
  const { mutate: markSeen } = useMarkSeen()

  const openPanel = () => {
    open()
    markSeen()
  }
  return (
    <>
      <button type="button" className={tool.tool} aria-haspopup="dialog" aria-expanded={opened} onClick={openPanel}>
        <VisuallyHidden>
          {text.title}: {showWhole(panel?.badge)}
        </VisuallyHidden>
        <Bell />
        <span className={classes.word} aria-hidden="true">
          {text.title}
        </span>
        <span aria-hidden="true">
          <Count value={panel?.badge} tone={toneOf(panel)} />
        </span>
      </button>
      <Suspense>{opened && <NotificationsDrawer onClose={close} />}</Suspense>
    </>
  )
}

function toneOf(panel: ReturnType<typeof useNotifications>['data']) {
  return panel?.categories.some(({ severity, count }) => severity === 'FALLANDO' && count > 0) ? 'alarm' : 'warning'
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
