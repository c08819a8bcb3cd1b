import { useState } from 'react'
import { Button } from '@mantine/core'
import { useDestinations } from '../../api/incidents/destinations.ts'
import { usePermission } from '../../api/auth/session.ts'
import { localize, plural } from '../../i18n.ts'
import { formatInteger } from '../../format/formatNumber.ts'
import { pageTitles } from '../../pageTitles.ts'
import { MissingPermission } from '../../permissions/MissingPermission.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { LoadError } from '../../ui/feedback/LoadError.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { AddDestination } from './destinations/AddDestination.tsx'
import classes from './AlertsPage.module.css'
import { destinationColumns } from './columns.tsx'

const text = localize(
  {
    add: 'Añadir destino',
    destinations: (n: number) => plural(n, '1 destino', `${formatInteger(n)} destinos`),
    none: 'Todavía no hay destinos',
    noneHint: 'Sin un destino, un incidente solo lo ve quien mira el panel.',
  },
  {
    add: 'Add destination',
    destinations: (n) => plural(n, '1 destination', `${formatInteger(n)} destinations`),
    none: 'No destinations yet',
    noneHint: 'Without a destination, only somebody who looks at the panel sees an incident.',
  },
)

/** The destinations that incidents are sent to. */
export function AlertsPage() {
  const { data: destinations, error, refetch } = useDestinations()
  const canManage = usePermission('manage:Destination')
  const [isAdding, setAdding] = useState(false)
  if (!destinations && error) return <LoadError error={error} onRetry={() => void refetch()} />
  return (
    <>
      <PageHeader title={pageTitles.alerts} summary={destinations && text.destinations(destinations.length)}>
        {canManage && (
          <Button
            size="xs"
            onClick={() => {
              setAdding(true)
            }}
          >
            {text.add}
          </Button>
        )}
      </PageHeader>
      <div className={classes.permission}>
        <MissingPermission permission="manage:Destination" />
      </div>
      <DataTable
        label={pageTitles.alerts}
        columns={destinationColumns}
        rows={destinations}
        getRowId={({ id }) => id}
        empty={<EmptyState title={text.none} hint={text.noneHint} />}
        skeletonRows={3}
      />
      <AddDestination
        opened={isAdding}
        onClose={() => {
          setAdding(false)
        }}
      />
    </>
  )
}
