import { useState } from 'react'
import { type Maintenance, useEndMaintenance } from '../../api/incidents/maintenance.ts'
import { usePermission } from '../../api/auth/session.ts'
import { localize } from '../../i18n.ts'
import { CompactButton } from '../../ui/buttons/CompactButton.tsx'
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx'
import { formatPeriod } from './formatPeriod.ts'
import { nextWindow } from './maintenanceStatus.ts'

const text = localize(
  {
    end: 'Terminar…',
    endOne: (reason: string) => `Terminar el mantenimiento «${reason}»`,
    title: 'Terminar el mantenimiento',
    confirm: 'Terminar',
    recurring: 'No se repetirá más.',
    effect: 'Los incidentes que sigan abiertos cuentan y se avisan desde ahora.',
  },
  {
    end: 'End…',
    endOne: (reason) => `End the maintenance “${reason}”`,
    title: 'End the maintenance',
    confirm: 'End',
    recurring: 'It will not recur any more.',
    effect: 'Incidents that are still open count from now on, and alerts are sent.',
  },
)

/** Button and dialog that end maintenance before its time; empty without the permission. */
export function EndMaintenance({ maintenance }: { maintenance: Maintenance }) {
  const canPlan = usePermission('plan:Maintenance')
  const [opened, setOpened] = useState(false)
  const { mutate, error, isPending, reset } = useEndMaintenance()
  if (!canPlan) return null
  const { id, reason, recurrence } = maintenance
  return (
    <>
      <CompactButton
        aria-label={text.endOne(reason)}
        onClick={() => {
          setOpened(true)
        }}
      >
        {text.end}
      </CompactButton>
      <ConfirmDialog
        opened={opened}
        onClose={() => {
          setOpened(false)
          reset()
        }}
        title={text.title}
        confirmLabel={text.confirm}
        error={error}
        isPending={isPending}
        onConfirm={() => {
          mutate(id, {
            onSuccess: () => {
              setOpened(false)
            },
          })
        }}
      >
        <p>
          {reason} · {formatPeriod(nextWindow(maintenance))}
        </p>
        <p>
          {recurrence !== null && text.recurring} {text.effect}
        </p>
      </ConfirmDialog>
    </>
  )
}
