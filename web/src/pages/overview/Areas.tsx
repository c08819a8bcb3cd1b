import { Skeleton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type Inventory, useInventory } from '../../api/inventory/inventory.ts'
import { plural, localize } from '../../i18n.ts'
import { LoadError } from '../../ui/feedback/LoadError.tsx'
import { Section } from '../../ui/layout/Section.tsx'
import { StateBar } from '../../health/states/StateBar.tsx'
import { StateBadge } from '../../health/states/StateBadge.tsx'
import { stateLabels } from '../../health/labels.ts'
import classes from './Areas.module.css'

const SKELETON_ROWS = 8

type Area = Inventory['areas'][number]

const text = localize(
  {
    title: 'Áreas',
    endpoints: (n: number) => plural(n, '1 endpoint', `${String(n)} endpoints`),
    none: 'Sin endpoints',
  },
  { title: 'Areas', endpoints: (n) => plural(n, '1 endpoint', `${String(n)} endpoints`), none: 'No endpoints' },
)

/** The areas of the back office, each with the state of its worst endpoint and the counts behind it. */
export function Areas() {
  const { data: inventory, error, refetch } = useInventory()
  return (
    <Section title={text.title} busy={!inventory}>
      {!inventory && error ? (
        <LoadError error={error} onRetry={() => void refetch()} />
      ) : (
        <ul>
          {inventory
            ? inventory.areas.map((area) => <AreaRow key={area.id} area={area} />)
            : Array.from({ length: SKELETON_ROWS }, (_, index) => <AreaSkeleton key={index} />)}
        </ul>
      )}
    </Section>
  )
}

function AreaRow({ area: { id, name, state, endpointCount, stateCounts } }: { area: Area }) {
  return (
    <li className={classes.area}>
      <Link to="/endpoints" search={{ area: id }} className={classes.name}>
        {name}
      </Link>
      <span className={classes.counts}>{endpointCount === 0 ? text.none : countsText(stateCounts, endpointCount)}</span>
      <span className={classes.bar}>
        <StateBar counts={stateCounts} />
      </span>
      <StateBadge state={state} />
    </li>
  )
}

// If all endpoints have the same state, which is already shown, the text only counts them.
function countsText(stateCounts: Area['stateCounts'], endpointCount: number): string {
  const populated = stateCounts.filter(({ count }) => count > 0)
  if (populated.length < 2) return text.endpoints(endpointCount)
  return populated.map(({ state, count }) => `${String(count)} ${stateLabels[state].toLowerCase()}`).join(' · ')
}

function AreaSkeleton() {
  return (
    <li className={classes.area}>
      <Skeleton height={12} width="60%" />
      <Skeleton height={12} width="80%" />
      <Skeleton height={8} />
      <Skeleton height={12} width={90} />
    </li>
  )
}
