import { type Heartbeat } from '../../api/health/heartbeats.ts'
import { NO_VALUE } from '../../format/noValue.ts'
import { ProblemReason } from '../../health/ProblemReason.tsx'
import { StateTooltip } from '../../health/states/StateTooltip.tsx'
import { HeartbeatActions } from '../../heartbeats/HeartbeatActions.tsx'
import { LastBeat } from '../../heartbeats/LastBeat.tsx'
import { scheduleText } from '../../heartbeats/scheduleText.ts'
import { localize } from '../../i18n.ts'
import { commonLabels } from '../../ui/labels.ts'
import { StatusDot } from '../../ui/display/StatusDot.tsx'
import { type Column } from '../../ui/table/columns.ts'
import { RowLink } from '../../ui/table/RowLink.tsx'
import { Timestamp } from '../../ui/display/Timestamp.tsx'
import classes from './columns.module.css'

const text = localize(
  {
    name: 'Tarea',
    last: 'Última señal',
    next: 'Próxima prevista',
    actions: 'Acciones',
    paused: 'En pausa',
  },
  {
    name: 'Job',
    last: 'Last heard',
    next: 'Next expected',
    actions: 'Actions',
    paused: 'Paused',
  },
)

const shownColumns: readonly Column<Heartbeat>[] = [
  { id: 'name', title: text.name, wide: true, cell: (heartbeat) => <Name heartbeat={heartbeat} /> },
  {
    id: 'state',
    isClear: true,
    title: commonLabels.state,
    width: 138,
    cell: ({ integration }) =>
      integration.retiredAt === null ? (
        <StateTooltip {...integration} />
      ) : (
        <StatusDot tone="quiet">{text.paused}</StatusDot>
      ),
  },
  { id: 'last', title: text.last, width: 200, cell: (heartbeat) => <LastBeat heartbeat={heartbeat} /> },
  {
    id: 'next',
    title: text.next,
    width: 150,
    cell: ({ nextExpectedAt }) => (nextExpectedAt === null ? NO_VALUE : <Timestamp at={nextExpectedAt} />),
  },
]

const actions: Column<Heartbeat> = {
  id: 'actions',
  title: text.actions,
  width: 180,
  wide: 'last',
  cell: (heartbeat) => <HeartbeatActions heartbeat={heartbeat} />,
}

/** Columns of the scheduled jobs, including the actions for operators who may change them. */
export const heartbeatColumns = (canManage: boolean): readonly Column<Heartbeat>[] =>
  canManage ? [...shownColumns, actions] : shownColumns

function Name({ heartbeat }: { heartbeat: Heartbeat }) {
  const { integration } = heartbeat
  return (
    <>
      <RowLink to="/integrations/$key" params={{ key: integration.id }}>
        {integration.name}
      </RowLink>
      <span className={classes.schedule}>{scheduleText(heartbeat)}</span>
      {integration.retiredAt === null && <ProblemReason subject={integration} />}
    </>
  )
}
