import { type LibraryRow } from '../../api/trade/libraries.ts'
import { localize } from '../../i18n.ts'
import { StateTooltip } from '../../health/states/StateTooltip.tsx'
import { formatPercent, formatInteger } from '../../format/formatNumber.ts'
import { type Column } from '../../ui/table/columns.ts'
import { RowLink } from '../../ui/table/RowLink.tsx'
import { Timestamp } from '../../ui/display/Timestamp.tsx'
import { ProblemReason } from '../../health/ProblemReason.tsx'
import { commonLabels } from '../../ui/labels.ts'
import { NO_VALUE } from '../../format/noValue.ts'
import classes from './columns.module.css'

const text = localize(
  {
    library: 'Librería',
    sinli: 'SINLI',
    place: 'Población',
    errors: 'Errores (%)',
    latency: 'p95 (ms)',
    updated: 'Actualizado',
  },
  {
    library: 'Bookshop',
    sinli: 'SINLI',
    place: 'Town',
    errors: 'Errors (%)',
    latency: 'p95 (ms)',
    updated: 'Updated',
  },
)

/** The columns of the list of libraries. */
export const libraryColumns: readonly Column<LibraryRow>[] = [
  { id: 'name', title: text.library, wide: true, cell: (library) => <Name library={library} /> },
  {
    id: 'sinliId',
    title: text.sinli,
    width: 104,
    cell: ({ sinliId }) => (sinliId ? <span className={classes.code}>{sinliId}</span> : NO_VALUE),
  },
  {
    id: 'place',
    isClear: true,
    title: text.place,
    cell: ({ city, province }) => formatTown(city, province) ?? NO_VALUE,
  },
  {
    id: 'state',
    isClear: true,
    title: commonLabels.state,
    width: 130,
    cell: (library) => <StateTooltip {...library} />,
  },
  {
    id: 'errorRate',
    title: text.errors,
    width: 98,
    align: 'end',
    cell: ({ errorRate }) => formatPercent(errorRate),
  },
  { id: 'latencyMs', title: text.latency, width: 88, align: 'end', cell: ({ latencyMs }) => formatInteger(latencyMs) },
  { id: 'updatedAt', title: text.updated, width: 120, cell: ({ updatedAt }) => <Timestamp at={updatedAt} /> },
]

/** Joins a town and its province. Either may be unknown; equal names are shown once. */
function formatTown(city: string | null, province: string | null): string | undefined {
  if (city && province && city !== province) return `${city}, ${province}`
  return city ?? province ?? undefined
}

function Name({ library }: { library: LibraryRow }) {
  const { id, name } = library
  return (
    <>
      <RowLink to="/libraries/$code" params={{ code: id }}>
        {name}
      </RowLink>{' '}
      <span className={classes.id}>{id}</span>
      <ProblemReason subject={library} />
    </>
  )
}
