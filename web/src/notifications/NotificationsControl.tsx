import { Suspense } from 'react'
import { VisuallyHidden } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useMarkSeen, useNotifications } from '../api/incidents/notifications.ts'
import { localize } from '../i18n.ts'
import tool from '../shell/ToolButton.module.css'
import { ToolTooltip } from '../shell/ToolTooltip.tsx'
import { CountBadge } from '../ui/display/CountBadge.tsx'
import { formatInteger } from '../format/formatNumber.ts'
import { useReturnFocus } from '../ui/dialogs/useReturnFocus.ts'
import { badgeTone, describeBadge } from './panelSummary.ts'
import { lazyComponent } from '../api/lazyComponent.ts'
import classes from './NotificationsControl.module.css'

const NotificationsDrawer = lazyComponent(async () => (await import('./NotificationsDrawer.tsx')).NotificationsDrawer)

const text = localize({ title: 'Notificaciones' }, { title: 'Notifications' })

/** The notifications button with its badge, and the panel it opens. */
export function NotificationsControl() {
  const { data: panel } = useNotifications()
  const [opened, { open, close }] = useDisclosure(false)
  useReturnFocus(opened)
  const { mutate: markSeen } = useMarkSeen()

  const openPanel = () => {
    open()
    markSeen()
  }
  return (
    <>
      <ToolTooltip label={describeBadge(panel)} isDisabled={opened}>
        <button type="button" className={tool.tool} aria-haspopup="dialog" aria-expanded={opened} onClick={openPanel}>
          <VisuallyHidden>
            {text.title}: {formatInteger(panel?.badge)}
          </VisuallyHidden>
          <Bell />
          <span className={classes.label} aria-hidden="true">
            {text.title}
          </span>
          {panel?.badge !== 0 && (
            <span aria-hidden="true">
              <CountBadge value={panel?.badge} tone={badgeTone(panel)} />
            </span>
          )}
        </button>
      </ToolTooltip>
      <Suspense>{opened && <NotificationsDrawer onClose={close} />}</Suspense>
    </>
  )
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
