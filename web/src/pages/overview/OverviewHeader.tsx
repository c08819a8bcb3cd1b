import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useInventory } from '../../api/inventory/inventory.ts'
import { plural, localize } from '../../i18n.ts'
import { pageTitles } from '../../pageTitles.ts'
import { formatInteger } from '../../format/formatNumber.ts'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'

const text = localize(
  {
    endpoints: (count: number | undefined) => plural(count, 'endpoint', 'endpoints'),
    critical: (count: number | undefined) => plural(count, 'crítico', 'críticos'),
    inventory: 'Inventario',
    wall: 'Modo pantalla',
  },
  {
    endpoints: (count) => plural(count, 'endpoint', 'endpoints'),
    critical: () => 'critical',
    inventory: 'Inventory',
    wall: 'Screen mode',
  },
)

/** The header of the overview: the number of monitored subjects, and a link to the wall. */
export function OverviewHeader() {
  const summary = useInventory().data?.summary
  return (
    <PageHeader
      title={pageTitles.overview}
      summary={
        <p role="group" aria-label={text.inventory}>
          <strong>{formatInteger(summary?.total)}</strong> {text.endpoints(summary?.total)}
          <span aria-hidden="true"> · </span>
          <strong>{formatInteger(summary?.critical)}</strong> {text.critical(summary?.critical)}
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
