import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useInventory } from '../../api/inventory.ts'
import { words } from '../../language.ts'
import { titles } from '../../titles.ts'
import { showWhole } from '../../ui/numbers.ts'
import { PageHeader } from '../../ui/PageHeader.tsx'

const text = words(
  { endpoints: 'endpoints', critical: 'críticos', inventory: 'Inventario', wall: 'Ver en la pared' },
  { endpoints: 'endpoints', critical: 'critical', inventory: 'Inventory', wall: 'Show on the wall' },
)

/** The header of the overview: the number of monitored subjects, and a link to the wall. */
export function OverviewHeader() {
  const summary = useInventory().data?.summary
  return (
    <PageHeader
      title={titles.overview}
      summary={
        <p role="group" aria-label={text.inventory}>
          <strong>{showWhole(summary?.total)}</strong> {text.endpoints}
          <span aria-hidden="true"> · </span>
          <strong>{showWhole(summary?.critical)}</strong> {text.critical}
        </p>
      }
    >
      <Button
        size="xs"
        variant="default"
        visibleFrom="xs"
        renderRoot={(props) => <Link to="/" search={{ pared: true }} preload={false} {...props} />}
      >
        {text.wall}
      </Button>
    </PageHeader>
  )
}
