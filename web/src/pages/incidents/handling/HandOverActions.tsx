import { Button } from '@mantine/core'
import { type Incident, useRelease, useTakeOver } from '../../../api/incidents/incidents.ts'
import { usePermission, useSession } from '../../../api/auth/session.ts'
import { type IncidentChange } from '../../../incidents/useIncidentChange.ts'
import { localize } from '../../../i18n.ts'

const text = localize({ release: 'Soltar', takeOver: 'Tomar el relevo' }, { release: 'Release', takeOver: 'Take over' })

type Props = { incident: Incident; change: IncidentChange; onDone: () => void }

/** Buttons that release an incident of one's own, or take it over from a colleague. */
export function HandOverActions({ incident: { id, status, acknowledger }, change, onDone }: Props) {
  const me = useSession().operator.id
  const canAct = usePermission('acknowledge:Incident')
  const release = useRelease()
  const takeOver = useTakeOver()
  const isMine = acknowledger?.id === me
  if (!canAct || status !== 'ACKNOWLEDGED') return null
  const act = () => {
    const sent = isMine ? release.mutateAsync({ id }) : takeOver.mutateAsync({ id, from: acknowledger?.id ?? null })
    void change.settle(sent, onDone)
  }
  return (
    <Button size="xs" variant="default" loading={release.isPending || takeOver.isPending} onClick={act}>
      {isMine ? text.release : text.takeOver}
    </Button>
  )
}
