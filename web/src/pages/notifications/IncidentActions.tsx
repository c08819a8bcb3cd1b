import { useState } from 'react'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type OpenIncident, useAcknowledge } from '../../api/notifications.ts'
import { Overtaken } from '../../api/overtaken.ts'
import { useMay } from '../../api/session.ts'
import { words } from '../../language.ts'
import { AcknowledgeForm } from './AcknowledgeForm.tsx'
import classes from './IncidentCard.module.css'
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
    more: 'Ver el incidente',
    moreOfIt: (name: string) => `Ver el incidente de ${name}`,
    resolved: (name: string) => `${name}: lo has dado por resuelto.`,
  },
  {
    take: 'Take',
    takeIt: (name) => `Take ${name}`,
    note: 'With a note…',
    noteIt: (name) => `With a note… take ${name}`,
    resolve: 'Resolve…',
    resolveIt: (name) => `Resolve… ${name}`,
    more: 'See the incident',
    moreOfIt: (name) => `See the incident of ${name}`,
    resolved: (name) => `${name}: you have resolved it.`,
  },
)

type Props = {
  incident: OpenIncident
  now: Date
  /** It is over: what became of it. */
  onGone: (outcome: string) => void
  onTaken: () => void
}

/** What an operator may do about an open incident. */
export function IncidentActions({ incident: { id, status, subject }, now, onGone, onTaken }: Props) {
  const [writing, setWriting] = useState<'note' | 'reason' | null>(null)
  const acknowledge = useAcknowledge()
  const mayResolve = useMay('resolve:Incident')
  const mayTake = useMay('acknowledge:Incident') && status === 'OPEN'
  const write = (what: 'note' | 'reason' | null) => () => {
    setWriting(what)
  }
  const stop = write(null)
  // Its card may be gone before the answer is here.
  const watch = async (change: Promise<unknown>, onDone: () => void) => {
    try {
      await change
      stop()
      onDone()
    } catch (error) {
      if (error instanceof Overtaken && error.incident.status === 'RESOLVED') {
        onGone(`${subject.name}: ${overtakenInWords(error.incident, new Date())}`)
      }
    }
  }
  const take = (note: string | null) => watch(acknowledge.mutateAsync({ id, note }), onTaken)
  const tellResolved = (change: Promise<unknown>) =>
    watch(change, () => {
      onGone(text.resolved(subject.name))
    })

  const isChoosing = writing === null || (writing === 'note' && !mayTake)
  return (
    <>
      {writing !== 'reason' && <IncidentRefusal error={acknowledge.error} now={now} />}
      {writing === 'reason' && <ResolveForm id={id} now={now} onSent={tellResolved} onClose={stop} />}
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
          <Link to="/incidents/$id" params={{ id }} className={classes.more} aria-label={text.moreOfIt(subject.name)}>
            {text.more}
          </Link>
        </div>
      )}
    </>
  )
}

type TakeProps = { name: string; isPending: boolean; onTake: () => void; onWrite: () => void }

function Take({ name, isPending, onTake, onWrite }: TakeProps) {
  return (
    <>
      <Choice label={text.takeIt(name)} loading={isPending} onClick={onTake} text={text.take} />
      <Choice label={text.noteIt(name)} onClick={onWrite} text={text.note} />
    </>
  )
}

type ChoiceProps = { text: string; label: string; loading?: boolean; onClick: () => void }

function Choice({ text: shown, label, loading = false, onClick }: ChoiceProps) {
  return (
    <Button size="compact-sm" variant="default" aria-label={label} loading={loading} onClick={onClick}>
      {shown}
    </Button>
  )
}
