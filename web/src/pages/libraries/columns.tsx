import { type LibraryRow } from '../../api/libraries.ts'
import { words } from '../../language.ts'
import { ExplainedState } from '../../ui/ExplainedState.tsx'
import { showPercent, showWhole } from '../../ui/numbers.ts'
import { type Column } from '../../ui/table/columns.ts'
import { RowLink } from '../../ui/table/RowLink.tsx'
import { When } from '../../ui/When.tsx'
import { WhyWrong } from '../../ui/WhyWrong.tsx'
import { common, UNKNOWN } from '../../ui/words.ts'
import classes from './columns.module.css'

const text = words(
  {
    library: 'Librería',
    sinli: 'SINLI',
    place: 'Población',
    errors: 'Errores (%)',
    latency: 'p95 (ms)',
    updated: 'Datos de',
  },
  {
    library: 'Bookshop',
    sinli: 'SINLI',
    place: 'Town',
    errors: 'Errors (%)',
    latency: 'p95 (ms)',
    updated: 'Data from',
  },
)

/** The columns of the list of libraries. */
export const columns: readonly Column<LibraryRow>[] = [
  { id: 'name', title: text.library, wide: true, cell: (library) => <Name library={library} /> },
  {
    id: 'sinliId',
    title: text.sinli,
    width: 104,
    cell: ({ sinliId }) => (sinliId ? <span className={classes.code}>{sinliId}</span> : UNKNOWN),
  },
  { id: 'place', title: text.place, cell: ({ city, province }) => placeOf(city, province) ?? UNKNOWN },
  { id: 'state', title: common.state, width: 130, cell: (library) => <ExplainedState {...library} /> },
  {
    id: 'errorRate',
    title: text.errors,
    width: 98,
    align: 'end',
    cell: ({ errorRate }) => showPercent(errorRate),
  },
  { id: 'latencyMs', title: text.latency, width: 88, align: 'end', cell: ({ latencyMs }) => showWhole(latencyMs) },
  { id: 'updatedAt', title: text.updated, width: 120, cell: ({ updatedAt }) => <When at={updatedAt} /> },
]

/** Joins a town and its province; either may be unknown, or both equal. */
function placeOf(city: string | null, province: string | null): string | undefined {
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
      <WhyWrong of={library} />
    </>
  )
}
