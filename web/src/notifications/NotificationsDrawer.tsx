import { useEffect } from 'react'
import { Drawer, Skeleton } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { useNotifications } from '../api/incidents/notifications.ts'
import { useStatusMessage } from '../incidents/useStatusMessage.tsx'
import { localize } from '../i18n.ts'
import { MissingPermission } from '../permissions/MissingPermission.tsx'
import { ConnectionStatus } from '../shell/status/ConnectionStatus.tsx'
import { LoadError } from '../ui/feedback/LoadError.tsx'
import { useNow } from '../ui/useNow.ts'
import { commonLabels } from '../ui/labels.ts'
import { CategorySection } from './CategorySection.tsx'
import { describeBadge } from './panelSummary.ts'
import { SilentSourcesNotice } from './SilentSourcesNotice.tsx'
import classes from './NotificationsDrawer.module.css'

const text = localize({ title: 'Notificaciones' }, { title: 'Notifications' })

/** The notifications panel: the open incidents by category. */
export function NotificationsDrawer({ onClose }: { onClose: () => void }) {
  const router = useRouter()
  useEffect(() => router.subscribe('onBeforeNavigate', onClose), [router, onClose])
  return (
    <Drawer.Root opened onClose={onClose} position="right" size={520}>
      <Drawer.Overlay backgroundOpacity={0.35} />
      <Drawer.Content>
        <div className={classes.header}>
          <Drawer.Title className={classes.title}>{text.title}</Drawer.Title>
          <span className={classes.status}>
            <ConnectionStatus />
          </span>
          <Drawer.CloseButton aria-label={commonLabels.close} />
        </div>
        <Drawer.Body className={classes.body}>
          <Categories />
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  )
}

function Categories() {
  const { data: panel, error, refetch } = useNotifications()
  const now = useNow()
  const { statusMessage, setMessage } = useStatusMessage()
  if (!panel && error) return <LoadError error={error} onRetry={() => void refetch()} />
  if (!panel) return <Placeholder />
  return (
    <>
      <SilentSourcesNotice />
      <div className={classes.summary}>
        <p>{describeBadge(panel)}.</p>
        <MissingPermission permission="acknowledge:Incident" />
      </div>
      {statusMessage}
      {panel.categories.map((category) => (
        <CategorySection key={category.id} category={category} now={now} onResolved={setMessage} />
      ))}
    </>
  )
}

function Placeholder() {
  return ['1', '2', '3', '4', '5', '6'].map((key) => <Skeleton key={key} height={42} mb={18} mt={12} />)
}
