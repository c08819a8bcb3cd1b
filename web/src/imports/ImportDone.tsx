import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type EndpointImport } from '../api/restTypes.ts'
import { formatInteger } from '../format/formatNumber.ts'
import { localize, plural } from '../i18n.ts'
import { DialogActions } from '../ui/dialogs/Dialog.tsx'
import { focusOnMount } from '../ui/dialogs/focusOnMount.ts'
import { commonLabels } from '../ui/labels.ts'
import { ImportChanges } from './ImportChanges.tsx'
import classes from './ImportSteps.module.css'

const text = localize(
  {
    done: (service: string, n: number) =>
      `Importado: ${service} tiene ${plural(n, '1 endpoint', `${formatInteger(n)} endpoints`)}.`,
    view: 'Ver sus endpoints',
  },
  {
    done: (service, n) => `Imported: ${service} has ${plural(n, '1 endpoint', `${formatInteger(n)} endpoints`)}.`,
    view: 'View its endpoints',
  },
)

/** The result of an import, with a link to the endpoints of the service. */
export function ImportDone({ result, onClose }: { result: EndpointImport; onClose: () => void }) {
  const { service, total } = result
  return (
    <>
      <h3 className={classes.lead} ref={focusOnMount} tabIndex={-1}>
        {text.done(service, total)}
      </h3>
      <ImportChanges result={result} />
      <DialogActions>
        <Link to="/endpoints" search={{ service }} onClick={onClose}>
          {text.view}
        </Link>
        <Button size="sm" onClick={onClose}>
          {commonLabels.close}
        </Button>
      </DialogActions>
    </>
  )
}
