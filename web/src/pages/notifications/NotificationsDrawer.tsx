import { Drawer, Skeleton } from '@mantine/core'
import { useNotifications } from '../../api/notifications.ts'
import { ConnectionTruth } from '../../shell/ConnectionTruth.tsx'
import { Failure } from '../../ui/Failure.tsx'
import { useNow } from '../../ui/useNow.ts'
import { CategorySection } from './CategorySection.tsx'
import { Interruption } from './Interruption.tsx'
import classes from './NotificationsDrawer.module.css'

/** The panel: what is failing right now, category by category. */
export function NotificationsDrawer({ onClose }: { onClose: () => void }) {
  return (
    <Drawer.Root opened onClose={onClose} position="right" size={520}>
      <Drawer.Overlay backgroundOpacity={0.35} />
      <Drawer.Content>
        <Drawer.Header className={classes.header}>
          <Drawer.Title className={classes.title}>Notificaciones</Drawer.Title>
          <span className={classes.truth}>
            <ConnectionTruth />
          </span>
          <Drawer.CloseButton aria-label="Cerrar" />
        </Drawer.Header>
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
  if (!panel && error) return <Failure error={error} onRetry={() => void refetch()} />
  if (!panel) return <Placeholder />
  return (
    <>
      <Interruption panel={panel} now={now} />
      {panel.categories.map((category) => (
        <CategorySection key={category.id} category={category} now={now} />
      ))}
    </>
  )
}

function Placeholder() {
  return ['1', '2', '3', '4', '5', '6'].map((key) => <Skeleton key={key} height={42} mb={18} mt={12} />)
}
