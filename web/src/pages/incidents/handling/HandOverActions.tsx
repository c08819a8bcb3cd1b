import { Button } from '@mantine/core'
import { type Incident, useRelease, useTakeOver } from '../../../api/incidents/incidents.ts'
import { usePermission, useSession } from '../../../api/auth/session.ts'
import { IncidentError } from '../../../incidents/IncidentError.tsx'
import { localize } from '../../../i18n.ts'

const text = localize({ release: 'Soltar', takeOver: 'Tomar el relevo' }, { release: 'Release', takeOver: 'Take over' })

type Props = { incident: Incident; onDone: () => void }

/** Releases an incident of one's own, or takes it over from a colleague. */
export function HandOverActions({ incident: { id, status, acknowledger }, onDone }: Props) {
  const me = useSession().operator.id
  const canAct = usePermission('acknowledge:Incident')
  const release = useRelease()
  const takeOver = useTakeOver()
  const isMine = acknowledger?.id === me
  const change = isMine ? release : takeOver
  const hasAction = canAct && status === 'ACKNOWLEDGED'
  const act = () => {
    const options = { onSuccess: onDone }
    release.reset()
    takeOver.reset()
    if (isMine) release.mutate({ id }, options)
    else takeOver.mutate({ id, from: acknowledger?.id ?? null }, options)
  }
  return (
    <>
      {hasAction && (
        <Button size="xs" variant="default" loading={change.isPending} onClick={act}>
          {isMine ? text.release : text.takeOver}
        </Button>
      )}
      <IncidentError error={release.error ?? takeOver.error} />
    </>
  )
}
