import { useState } from 'react'
import { type KeyedReplay, newKey, useRehearsal, useReplayMessages } from '../../api/replays.ts'
import { type ReplaySelection } from '../../api/rest.ts'
import { words } from '../../language.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import classes from './ReplayDialog.module.css'
import { Rehearsed } from './Rehearsed.tsx'
import { ReplayDone } from './ReplayDone.tsx'
import { ReplayForm } from './ReplayForm.tsx'
import { ReplayRefusal } from './ReplayRefusal.tsx'
import { RunningReplay } from './RunningReplay.tsx'

const text = words(
  { title: 'Reprocesar mensajes SINLI', rehearsing: 'Comprobando qué pasaría…', replaying: 'Reprocesando…' },
  { title: 'Reprocess SINLI messages', rehearsing: 'Finding out what would happen…', replaying: 'Reprocessing…' },
)

type Props = {
  /** Keep the dialog mounted while closed, so that it can return the focus. */
  opened: boolean
  selection: ReplaySelection
  onClose: () => void
  /** Called after the messages were reprocessed. */
  onDone?: () => void
}

/** Reprocesses messages in two steps: a dry run, then the replay itself, for which a reason is required. */
export function ReplayDialog({ opened, ...props }: Props) {
  return (
    <Dialog opened={opened} onClose={props.onClose} title={text.title} isWide>
      <div className={classes.steps}>
        <Steps {...props} />
      </div>
    </Dialog>
  )
}

function Steps({ selection, onClose, onDone }: Omit<Props, 'opened'>) {
  const [force, setForce] = useState(false)
  const replay = useReplayMessages()
  const rehearsal = useRehearsal(selection, force, replay.isIdle)
  const { data: foreseen, error, isFetching, isPlaceholderData } = rehearsal
  const rehearseAgain = () => void rehearsal.refetch()
  // A retry reuses the idempotency key, so that nothing runs twice even if the first request succeeded.
  const send = (keyed: KeyedReplay | undefined) => {
    if (keyed) replay.mutate(keyed, { onSuccess: () => onDone?.() })
  }
  const sendAgain = () => {
    send(replay.variables)
  }
  if (replay.data) return <ReplayDone answer={replay.data} onClose={onClose} />
  if (replay.isPending) return <RunningReplay doing={text.replaying} />
  if (replay.error) return <ReplayRefusal error={replay.error} isOutcomeOpen onRetry={sendAgain} onClose={onClose} />
  if (isFetching && !foreseen) return <RunningReplay doing={text.rehearsing} />
  if (error || !foreseen) return <ReplayRefusal error={error} onRetry={rehearseAgain} onClose={onClose} />
  return (
    <>
      <Rehearsed answer={foreseen} isOutdated={isPlaceholderData} />
      <ReplayForm
        count={foreseen.selected}
        force={force}
        onForce={setForce}
        isReady={!isFetching}
        onReplay={(reason) => {
          send({ request: { ...selection, force, reason }, key: newKey() })
        }}
        onCancel={onClose}
      />
    </>
  )
}
