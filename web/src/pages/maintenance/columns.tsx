import { type Maintenance } from '../../api/incidents/maintenance.ts'
import { localize } from '../../i18n.ts'
import { scopeText } from '../../subjects/scope.ts'
import { StatusDot, type Tone } from '../../ui/display/StatusDot.tsx'
import { type Column } from '../../ui/table/columns.ts'
import classes from './columns.module.css'
import { EndMaintenance } from './EndMaintenance.tsx'
import { formatPeriod } from './formatPeriod.ts'
import { type MaintenanceStatus, nextWindow, statusOf } from './maintenanceStatus.ts'
import { recurrenceText } from './recurrence.ts'

const text = localize(
  {
    when: 'Cuándo',
    affects: 'Afecta a',
    reason: 'Motivo',
    by: 'Quién',
    status: 'Estado',
    actions: 'Acciones',
    statuses: { active: 'En curso', planned: 'Planificado', over: 'Terminado' },
  },
  {
    when: 'When',
    affects: 'Affects',
    reason: 'Reason',
    by: 'Who',
    status: 'State',
    actions: 'Actions',
    statuses: { active: 'In progress', planned: 'Planned', over: 'Over' },
  },
)

const tones: Record<MaintenanceStatus, Tone> = { active: 'odd', planned: 'waiting', over: 'quiet' }

/** Columns of the list of maintenance. */
export const maintenanceColumns: readonly Column<Maintenance>[] = [
  { id: 'when', title: text.when, width: 260, wide: true, cell: (maintenance) => <When maintenance={maintenance} /> },
  { id: 'affects', title: text.affects, cell: ({ matcher }) => scopeText(matcher) },
  { id: 'reason', title: text.reason, cell: ({ reason }) => reason },
  { id: 'by', title: text.by, width: 150, cell: ({ by }) => by.name },
  {
    id: 'status',
    isClear: true,
    title: text.status,
    width: 130,
    cell: (maintenance) => {
      const status = statusOf(maintenance)
      return <StatusDot tone={tones[status]}>{text.statuses[status]}</StatusDot>
    },
  },
  {
    id: 'actions',
    title: text.actions,
    isTitleHidden: true,
    width: 110,
    wide: 'last',
    cell: (maintenance) => (statusOf(maintenance) === 'over' ? null : <EndMaintenance maintenance={maintenance} />),
  },
]

function When({ maintenance }: { maintenance: Maintenance }) {
  const { recurrence, zone } = maintenance
  return (
    <>
      {formatPeriod(nextWindow(maintenance))}
      {recurrence !== null && <span className={classes.secondary}>{recurrenceText(recurrence, zone)}</span>}
    </>
  )
}
