import { useRef, useState } from 'react'
import { type KeyedReplay, newIdempotencyKey, useDryRun, useReplayMessages } from '../api/messages/replays.ts'
import { type ReplaySelection } from '../api/restTypes.ts'
import { localize } from '../i18n.ts'
import { Dialog } from '../ui/dialogs/Dialog.tsx'
import classes from './ReplayDialog.module.css'
import { DryRunResult } from './DryRunResult.tsx'
import { ForceSuggestion } from './ForceSuggestion.tsx'
import { ReplayDone } from './ReplayDone.tsx'
import { ReplayForm } from './ReplayForm.tsx'
import { ReplayError } from './ReplayError.tsx'
import { RunningReplay } from './RunningReplay.tsx'

const text = localize(
  { title: 'Reprocesar mensajes SINLI', rehearsing: 'Simulando el reproceso…', replaying: 'Reprocesando…' },
  { title: 'Reprocess SINLI messages', rehearsing: 'Simulating the replay…', replaying: 'Reprocessing…' },
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
  const forceField = useRef<HTMLInputElement>(null)
  const replay = useReplayMessages()
  const dryRun = useDryRun(selection, force, replay.isIdle)
  const { data: dryRunResponse, error, isFetching, isPlaceholderData } = dryRun
  const repeatDryRun = () => void dryRun.refetch()
  // A retry reuses the idempotency key, so that nothing runs twice even if the first request succeeded.
  const send = (keyedReplay: KeyedReplay | undefined) => {
    if (keyedReplay) replay.mutate(keyedReplay, { onSuccess: () => onDone?.() })
  }
  const sendAgain = () => {
    send(replay.variables)
  }
  if (replay.data) return <ReplayDone response={replay.data} onClose={onClose} />
  if (replay.isPending) return <RunningReplay label={text.replaying} takesFocus />
  if (replay.error) return <ReplayError error={replay.error} isOutcomeUnknown onRetry={sendAgain} onClose={onClose} />
  if (isFetching && !dryRunResponse) return <RunningReplay label={text.rehearsing} />
  if (error || !dryRunResponse) return <ReplayError error={error} onRetry={repeatDryRun} onClose={onClose} />
  return (
    <>
      <DryRunResult response={dryRunResponse} isOutdated={isPlaceholderData} />
      {!force && !isPlaceholderData && (
        <ForceSuggestion
          response={dryRunResponse}
          onForce={() => {
            setForce(true)
            // The suggestion disappears, so the focus moves to the field.
            forceField.current?.focus()
          }}
        />
      )}
      <ReplayForm
        count={dryRunResponse.selected}
        force={force}
        onForce={setForce}
        forceField={forceField}
        isReady={!isFetching}
        onReplay={(reason) => {
          send({ request: { ...selection, force, reason }, key: newIdempotencyKey() })
        }}
        onCancel={onClose}
      />
    </>
  )
}
