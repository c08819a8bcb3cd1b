import { useState } from 'react'
import { Button } from '@mantine/core'
import { type Maintenance, useMaintenances } from '../../api/incidents/maintenance.ts'
import { usePermission } from '../../api/auth/session.ts'
import { localize } from '../../i18n.ts'
import { SuppressedIncidents } from '../../incidents/SuppressedIncidents.tsx'
import { pageTitles } from '../../pageTitles.ts'
import { MissingPermission } from '../../permissions/MissingPermission.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { LoadError } from '../../ui/feedback/LoadError.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { Section } from '../../ui/layout/Section.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { maintenanceColumns } from './columns.tsx'
import classes from './MaintenancePage.module.css'
import { MutesSection } from './MutesSection.tsx'
import { PlanMaintenance } from './PlanMaintenance.tsx'
import { byTime, summarize } from './maintenanceStatus.ts'
import { WindowsTimeline } from './WindowsTimeline.tsx'

const text = localize(
  {
    plan: 'Planificar…',
    none: 'No hay ningún mantenimiento planificado',
    noneHint: 'Los incidentes que se abren durante un mantenimiento no cuentan ni se avisan.',
    suppressed: 'Incidentes en mantenimiento',
  },
  {
    plan: 'Plan…',
    none: 'No maintenance is planned',
    noneHint: 'Incidents that open during maintenance do not count, and nobody is alerted.',
    suppressed: 'Incidents in maintenance',
  },
)

/** Planned maintenance, the incidents that it suppresses at present, and the mutes. */
export function MaintenancePage() {
  const { data: maintenances, error, refetch } = useMaintenances()
  const canPlan = usePermission('plan:Maintenance')
  const [isPlanning, setPlanning] = useState(false)
  if (!maintenances && error) return <LoadError error={error} onRetry={() => void refetch()} />
  return (
    <>
      <PageHeader title={pageTitles.maintenance} summary={maintenances && summarize(maintenances)}>
        {canPlan && (
          <Button
            size="xs"
            onClick={() => {
              setPlanning(true)
            }}
          >
            {text.plan}
          </Button>
        )}
      </PageHeader>
      <div className={classes.page}>
        <MissingPermission permission="plan:Maintenance" />
        {maintenances && maintenances.length > 0 && <WindowsTimeline maintenances={maintenances} />}
        <DataTable
          label={pageTitles.maintenance}
          columns={maintenanceColumns}
          rows={maintenances && byTime(maintenances)}
          getRowId={({ id }) => id}
          empty={<EmptyState title={text.none} hint={text.noneHint} />}
          skeletonRows={3}
        />
        <Suppressed maintenances={maintenances ?? []} />
        <MutesSection />
      </div>
      <PlanMaintenance
        opened={isPlanning}
        onClose={() => {
          setPlanning(false)
        }}
      />
    </>
  )
}

function Suppressed({ maintenances }: { maintenances: readonly Maintenance[] }) {
  const incidents = maintenances.flatMap((maintenance) => maintenance.incidents)
  if (incidents.length === 0) return null
  return (
    <Section title={text.suppressed} aside={String(incidents.length)}>
      <SuppressedIncidents incidents={incidents} />
    </Section>
  )
}
