import { useState } from 'react'
import { Button } from '@mantine/core'
import { type IncidentRow, useAcknowledgement } from '../../api/incidents.ts'
import { useMay } from '../../api/session.ts'
import { words } from '../../language.ts'
import { Refusal } from '../../ui/Refusal.tsx'
import { AcknowledgeForm } from './AcknowledgeForm.tsx'
import classes from './Handling.module.css'
import { ResolveForm } from './ResolveForm.tsx'

const text = words(
  { take: 'Atender', note: 'Con nota…', resolve: 'Resolver…' },
  { take: 'Take', note: 'With a note…', resolve: 'Resolve…' },
)

type Props = { incident: IncidentRow; onTaken: () => void }

/** What an operator may do about an open incident: take it, with or without a note, and end it. */
export function IncidentActions({ incident: { id, status }, onTaken }: Props) {
  const [writing, setWriting] = useState<'note' | 'reason' | null>(null)
  const { mutate, error, isPending } = useAcknowledgement()
  const mayTake = useMay('acknowledge:Incident') && status === 'OPEN'
  const mayResolve = useMay('resolve:Incident')
  const write = (what: 'note' | 'reason' | null) => () => {
    setWriting(what)
  }
  const take = (note: string | null) => {
    mutate(
      { id, note },
      {
        onSuccess: () => {
          setWriting(null)
          onTaken()
        },
      },
    )
  }

  if (writing === 'reason') return <ResolveForm id={id} onClose={write(null)} />
  return (
    <>
      <Refusal error={error} />
      {writing === 'note' && mayTake ? (
        <AcknowledgeForm isPending={isPending} onSend={take} onClose={write(null)} />
      ) : (
        <div className={classes.actions}>
          {mayTake && (
            <>
              <Button
                size="xs"
                loading={isPending}
                onClick={() => {
                  take(null)
                }}
              >
                {text.take}
              </Button>
              <Button size="xs" variant="default" onClick={write('note')}>
                {text.note}
              </Button>
            </>
          )}
          {mayResolve && (
            <Button size="xs" variant="default" onClick={write('reason')}>
              {text.resolve}
            </Button>
          )}
        </div>
      )}
    </>
  )
}
