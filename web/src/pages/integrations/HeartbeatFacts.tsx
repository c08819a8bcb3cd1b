import { type Heartbeat, useHeartbeatOf } from '../../api/health/heartbeats.ts'
import { usePermission } from '../../api/auth/session.ts'
import { HeartbeatActions } from '../../heartbeats/HeartbeatActions.tsx'
import { LastBeat } from '../../heartbeats/LastBeat.tsx'
import { scheduleText } from '../../heartbeats/scheduleText.ts'
import { localize } from '../../i18n.ts'
import { DescriptionList } from '../../ui/display/DescriptionList.tsx'
import { Section } from '../../ui/layout/Section.tsx'
import { Timestamp } from '../../ui/display/Timestamp.tsx'

const text = localize(
  { title: 'Tarea programada', names: ['Se ejecuta', 'Última señal', 'Próxima prevista'] },
  { title: 'Scheduled job', names: ['Runs', 'Last heard', 'Next expected'] },
)

/** The schedule and the last run of the scheduled job whose integration has this key. */
export function HeartbeatFacts({ integrationKey }: { integrationKey: string }) {
  const heartbeat = useHeartbeatOf(integrationKey)
  const canManage = usePermission('manage:Subject')
  return (
    <Section title={text.title} aside={heartbeat && canManage && <HeartbeatActions heartbeat={heartbeat} />}>
      <DescriptionList names={text.names} values={heartbeat && factsOf(heartbeat)} />
    </Section>
  )
}

const factsOf = (heartbeat: Heartbeat) => [
  scheduleText(heartbeat),
  <LastBeat key="last" heartbeat={heartbeat} />,
  heartbeat.nextExpectedAt && <Timestamp key="next" at={heartbeat.nextExpectedAt} />,
]
