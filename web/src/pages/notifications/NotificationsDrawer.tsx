import { useEffect } from 'react'
import { Drawer, Skeleton } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { useNotifications } from '../../api/notifications.ts'
import { useOutcome } from '../../incidents/useOutcome.tsx'
import { words } from '../../language.ts'
import { ConnectionTruth } from '../../shell/ConnectionTruth.tsx'
import { Failure } from '../../ui/Failure.tsx'
import { useNow } from '../../ui/useNow.ts'
import { common } from '../../ui/words.ts'
import { CategorySection } from './CategorySection.tsx'
import { Interruption } from './Interruption.tsx'
import classes from './NotificationsDrawer.module.css'

const text = words({ title: 'Notificaciones' }, { title: 'Notifications' })

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
          <span className={classes.truth}>
            <ConnectionTruth />
          </span>
          <Drawer.CloseButton aria-label={common.close} />
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
  const { outcome, tell } = useOutcome()
  if (!panel && error) return <Failure error={error} onRetry={() => void refetch()} />
  if (!panel) return <Placeholder />
  return (
    <>
      <Interruption panel={panel} now={now} />
      {outcome}
      {panel.categories.map((category) => (
        <CategorySection key={category.id} category={category} now={now} onGone={tell} />
      ))}
    </>
  )
}

function Placeholder() {
  return ['1', '2', '3', '4', '5', '6'].map((key) => <Skeleton key={key} height={42} mb={18} mt={12} />)
}
