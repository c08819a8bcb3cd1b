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
  { title: 'Tarea programada', runs: 'Se ejecuta', last: 'Última señal', next: 'Próxima prevista' },
  { title: 'Scheduled job', runs: 'Runs', last: 'Last heard', next: 'Next expected' },
)

/** The schedule and the last run of the scheduled job behind the integration with this key. */
export function HeartbeatFacts({ integrationKey }: { integrationKey: string }) {
  const heartbeat = useHeartbeatOf(integrationKey)
  const canManage = usePermission('manage:Subject')
  return (
    <Section title={text.title} aside={heartbeat && canManage && <HeartbeatActions heartbeat={heartbeat} />}>
      <DescriptionList items={facts(heartbeat)} />
    </Section>
  )
}

const facts = (heartbeat: Heartbeat | undefined) => [
  { name: text.runs, value: heartbeat && scheduleText(heartbeat) },
  { name: text.last, value: heartbeat && <LastBeat heartbeat={heartbeat} /> },
  { name: text.next, value: heartbeat?.nextExpectedAt && <Timestamp at={heartbeat.nextExpectedAt} /> },
]
