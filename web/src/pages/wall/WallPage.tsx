import { useMantineColorScheme } from '@mantine/core'
import { useNotifications } from '../../api/incidents/notifications.ts'
import { useSession } from '../../api/auth/session.ts'
import { useLeaveOnEscape } from './useLeaveOnEscape.ts'
import { useWakeLock } from './useWakeLock.ts'
import { WallCounts } from './WallCounts.tsx'
import { WallStaleBanner } from './WallStaleBanner.tsx'
import { WallSilentSources } from './WallSilentSources.tsx'
import { WallHeader } from './WallHeader.tsx'
import { WallIncidents } from './WallIncidents.tsx'
import { useStaleness } from './useStaleness.ts'
import { useIdle } from './useIdle.ts'
import classes from './WallPage.module.css'

/** The wall screen: six counts, the open incidents and the freshness of the data, legible from across the room. */
export function WallPage() {
  const { environment } = useSession()
  const { data: panel } = useNotifications()
  const { colorScheme } = useMantineColorScheme()
  const staleness = useStaleness()
  const isIdle = useIdle()
  useWakeLock()
  useLeaveOnEscape()
  return (
    <div
      className={classes.wall}
      data-scheme={colorScheme === 'light' ? 'light' : 'dark'}
      data-environment={environment.toUpperCase()}
      data-stale={staleness?.tone}
      data-idle={isIdle || undefined}
    >
      <WallHeader environment={environment} />
      <WallStaleBanner staleness={staleness} />
      <main className={classes.main}>
        <WallSilentSources panel={panel} />
        <WallCounts panel={panel} />
        <WallIncidents panel={panel} />
      </main>
    </div>
  )
}
