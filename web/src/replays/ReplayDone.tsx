import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type ReplayResponse } from '../api/restTypes.ts'
import { localize } from '../i18n.ts'
import { focusOnMount } from '../ui/dialogs/focusOnMount.ts'
import { DialogActions } from '../ui/dialogs/Dialog.tsx'
import { formatInteger } from '../format/formatNumber.ts'
import { commonLabels } from '../ui/labels.ts'
import classes from './ReplayDialog.module.css'
import { ReplayResults } from './ReplayResults.tsx'

const text = localize(
  {
    only: 'Mensaje reprocesado',
    notEven: 'Mensaje no reprocesado',
    done: (count: string, total: string) => `${count} de ${total} mensajes reprocesados`,
    page: 'Ver el reproceso',
  },
  {
    only: 'Message reprocessed',
    notEven: 'Message not reprocessed',
    done: (count, total) => `${count} of ${total} messages reprocessed`,
    page: 'View the replay',
  },
)

/** The result of a replay. */
export function ReplayDone({ response, onClose }: { response: ReplayResponse; onClose: () => void }) {
  const { replayId } = response
  return (
    <>
      <h3 className={classes.lead} ref={focusOnMount} tabIndex={-1}>
        {summaryText(response)}
      </h3>
      <div className={classes.results}>
        <ReplayResults response={response} />
      </div>
      <DialogActions>
        <Link to="/replays/$id" params={{ id: replayId }}>
          {text.page}
        </Link>
        <Button size="sm" onClick={onClose}>
          {commonLabels.close}
        </Button>
      </DialogActions>
    </>
  )
}

function summaryText({ selected, reprocessed }: ReplayResponse): string {
  if (selected === 1) return reprocessed === 1 ? text.only : text.notEven
  return text.done(formatInteger(reprocessed), formatInteger(selected))
}
