import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type ReplayAnswer } from '../../api/rest.ts'
import { words } from '../../language.ts'
import { DialogActions } from '../../ui/Dialog.tsx'
import { showWhole } from '../../ui/numbers.ts'
import { common } from '../../ui/words.ts'
import classes from './ReplayDialog.module.css'
import { Results } from './Results.tsx'

const text = words(
  {
    done: (some: string, all: string) => `Hecho: ${some} de ${all} mensajes reprocesados.`,
    page: 'Ver el reproceso',
  },
  { done: (some, all) => `Done: ${some} of ${all} messages reprocessed.`, page: 'See the replay' },
)

/** The result of a replay. */
export function ReplayDone({ answer, onClose }: { answer: ReplayAnswer; onClose: () => void }) {
  const { replayId, reprocessed, selected } = answer
  return (
    <>
      <p className={classes.lead} role="status">
        <strong>{text.done(showWhole(reprocessed), showWhole(selected))}</strong>
      </p>
      <div className={classes.results}>
        <Results answer={answer} />
      </div>
      <DialogActions>
        <Link to="/replays/$id" params={{ id: replayId }}>
          {text.page}
        </Link>
        <Button size="sm" onClick={onClose} data-autofocus>
          {common.close}
        </Button>
      </DialogActions>
    </>
  )
}
