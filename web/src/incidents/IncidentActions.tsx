import { type ReactNode, useState } from 'react'
import { Button } from '@mantine/core'
import { useAcknowledge } from '../api/incidents.ts'
import { type OpenIncident } from '../api/notifications.ts'
import { Overtaken } from '../api/overtaken.ts'
import { useMay } from '../api/session.ts'
import { words } from '../language.ts'
import { AcknowledgeForm } from './AcknowledgeForm.tsx'
import classes from './Actions.module.css'
import { IncidentRefusal, overtakenInWords } from './IncidentRefusal.tsx'
import { ResolveForm } from './ResolveForm.tsx'

const text = words(
  {
    take: 'Atender',
    takeIt: (name: string) => `Atender ${name}`,
    note: 'Con nota…',
    noteIt: (name: string) => `Con nota… atender ${name}`,
    resolve: 'Resolver…',
    resolveIt: (name: string) => `Resolver… ${name}`,
    resolved: (name: string) => `${name}: lo has dado por resuelto.`,
  },
  {
    take: 'Take',
    takeIt: (name) => `Take ${name}`,
    note: 'With a note…',
    noteIt: (name) => `With a note… take ${name}`,
    resolve: 'Resolve…',
    resolveIt: (name) => `Resolve… ${name}`,
    resolved: (name) => `${name}: you have resolved it.`,
  },
)

type Props = {
  incident: Pick<OpenIncident, 'id' | 'kind' | 'status' | 'subject'>
  /** Called once the incident is resolved, with a sentence about its outcome. */
  onGone: (outcome: string) => void
  /** Called after acknowledging or cancelling, when the focused element no longer exists. */
  onDone: () => void
  /** Further actions. */
  children?: ReactNode
}

/** Actions of an operator on an open incident. */
export function IncidentActions({ incident, onGone, onDone, children }: Props) {
  const { id, status, subject } = incident
  const [writing, setWriting] = useState<'note' | 'reason' | null>(null)
  const acknowledge = useAcknowledge()
  const mayResolve = useMay('resolve:Incident')
  const mayTake = useMay('acknowledge:Incident') && status === 'OPEN'
  const write = (what: 'note' | 'reason' | null) => () => {
    setWriting(what)
  }
  const stop = () => {
    setWriting(null)
    onDone()
  }
  // The incident's card may be unmounted before the response arrives.
  const watch = async (change: Promise<unknown>, then: () => void) => {
    try {
      await change
      setWriting(null)
      then()
    } catch (error) {
      if (error instanceof Overtaken && error.incident.status === 'RESOLVED') {
        onGone(`${subject.name}: ${overtakenInWords(error.incident, new Date())}`)
      }
    }
  }
  const take = (note: string | null) => watch(acknowledge.mutateAsync({ id, note }), onDone)
  const tellResolved = (change: Promise<unknown>) =>
    watch(change, () => {
      onGone(text.resolved(subject.name))
    })

  const isChoosing = writing === null || (writing === 'note' && !mayTake)
  return (
    <>
      {writing !== 'reason' && <IncidentRefusal error={acknowledge.error} />}
      {writing === 'reason' && <ResolveForm incident={incident} onSent={tellResolved} onClose={stop} />}
      {writing === 'note' && mayTake && (
        <AcknowledgeForm isPending={acknowledge.isPending} onSend={take} onClose={stop} />
      )}
      {isChoosing && (
        <div className={classes.actions}>
          {mayTake && (
            <Take
              name={subject.name}
              isPending={acknowledge.isPending}
              onTake={() => void take(null)}
              onWrite={write('note')}
            />
          )}
          {mayResolve && <Choice label={text.resolveIt(subject.name)} onClick={write('reason')} text={text.resolve} />}
          {children}
        </div>
      )}
    </>
  )
}

type TakeProps = { name: string; isPending: boolean; onTake: () => void; onWrite: () => void }

function Take({ name, isPending, onTake, onWrite }: TakeProps) {
  return (
    <>
      <Choice label={text.takeIt(name)} variant="light" loading={isPending} onClick={onTake} text={text.take} />
      <Choice label={text.noteIt(name)} onClick={onWrite} text={text.note} />
    </>
  )
}

type ChoiceProps = {
  text: string
  label: string
  variant?: 'default' | 'light'
  loading?: boolean
  onClick: () => void
}

function Choice({ text: shown, label, variant = 'default', loading = false, onClick }: ChoiceProps) {
  return (
    <Button size="xs" variant={variant} aria-label={label} loading={loading} onClick={onClick}>
      {shown}
    </Button>
  )
}
