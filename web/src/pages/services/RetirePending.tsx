import { useState } from 'react'
import { type PendingEndpoint, useRetirePending } from '../../api/inventory/pendingRetirements.ts'
import { usePermission } from '../../api/auth/session.ts'
import { formatInteger } from '../../format/formatNumber.ts'
import { localize, plural } from '../../i18n.ts'
import { CompactButton } from '../../ui/buttons/CompactButton.tsx'
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx'

const text = localize(
  {
    open: 'Retirar…',
    openOf: (service: string) => `Retirar los que faltan de ${service}`,
    title: (service: string, n: number) =>
      plural(n, `¿Retirar 1 endpoint de ${service}?`, `¿Retirar ${formatInteger(n)} endpoints de ${service}?`),
    effect: 'Dejan de evaluarse y sus incidentes abiertos quedan resueltos; su historial se conserva.',
    confirm: 'Retirar',
  },
  {
    open: 'Retire…',
    openOf: (service) => `Retire the missing ones of ${service}`,
    title: (service, n) =>
      plural(n, `Retire 1 endpoint of ${service}?`, `Retire ${formatInteger(n)} endpoints of ${service}?`),
    effect: 'They are evaluated no longer, and their open incidents are resolved; their history is kept.',
    confirm: 'Retire',
  },
)

type Props = { service: string; endpoints: readonly PendingEndpoint[] }

/** Button and dialog that retire endpoints which a service left out of its import; empty without the permission. */
export function RetirePending({ service, endpoints }: Props) {
  const [isOpen, setOpen] = useState(false)
  const retire = useRetirePending(service)
  if (!usePermission('manage:Subject')) return null
  const close = () => {
    setOpen(false)
  }
  return (
    <>
      <CompactButton
        aria-label={text.openOf(service)}
        onClick={() => {
          setOpen(true)
        }}
      >
        {text.open}
      </CompactButton>
      <ConfirmDialog
        opened={isOpen}
        onClose={close}
        title={text.title(service, endpoints.length)}
        confirmLabel={text.confirm}
        danger
        error={retire.error}
        isPending={retire.isPending}
        onConfirm={() => {
          retire.mutate(
            endpoints.map(({ id }) => id),
            { onSuccess: close },
          )
        }}
      >
        <p>{text.effect}</p>
        <ul>
          {endpoints.map(({ id, name }) => (
            <li key={id}>
              <code>{name}</code>
            </li>
          ))}
        </ul>
      </ConfirmDialog>
    </>
  )
}
