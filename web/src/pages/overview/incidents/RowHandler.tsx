import { Button } from '@mantine/core'
import { type OpenIncident } from '../../../api/incidents/notifications.ts'
import { usePermission } from '../../../api/auth/session.ts'
import { localize } from '../../../i18n.ts'
import classes from './OpenIncidents.module.css'

const text = localize(
  { nobody: 'Sin asignar', at: 'Lo atiende', acknowledge: 'Atender', label: (name: string) => `${name}: Atender` },
  { nobody: 'Unassigned', at: 'Assigned to', acknowledge: 'Take', label: (name) => `${name}: Take` },
)

type Props = { incident: OpenIncident; isPending: boolean; onAcknowledge: () => void }

/** The operator who handles an incident, or the button that assigns it to the signed-in operator. */
export function RowHandler({ incident, isPending, onAcknowledge }: Props) {
  const { status, subject, acknowledgedBy } = incident
  const canAcknowledge = usePermission('acknowledge:Incident')
  return (
    <div className={classes.handler} data-unhandled={!acknowledgedBy || undefined}>
      {acknowledgedBy ? (
        <p>
          {text.at} <strong>{acknowledgedBy}</strong>
        </p>
      ) : (
        <p>{text.nobody}</p>
      )}
      {canAcknowledge && status === 'OPEN' && (
        <Button
          size="xs"
          variant="light"
          className={classes.acknowledge}
          aria-label={text.label(subject.name)}
          loading={isPending}
          onClick={onAcknowledge}
        >
          {text.acknowledge}
        </Button>
      )}
    </div>
  )
}
