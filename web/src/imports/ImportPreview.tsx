import { Button } from '@mantine/core'
import { type EndpointImport } from '../api/restTypes.ts'
import { formatInteger } from '../format/formatNumber.ts'
import { localize, plural } from '../i18n.ts'
import dialog from '../ui/dialogs/ConfirmDialog.module.css'
import { DialogActions } from '../ui/dialogs/Dialog.tsx'
import { focusOnMount } from '../ui/dialogs/focusOnMount.ts'
import { ImportChanges } from './ImportChanges.tsx'
import { ImportRefusal } from './ImportRefusal.tsx'
import classes from './ImportSteps.module.css'
import { countChanges } from './countChanges.ts'

const text = localize(
  {
    nothing: (service: string) => `${service}: no cambiaría nada.`,
    changes: (service: string, n: number) =>
      `${service}: ${plural(n, 'cambiaría 1 endpoint', `cambiarían ${formatInteger(n)} endpoints`)}.`,
    dryRun: 'Es una simulación: todavía no se ha cambiado nada.',
    kept: 'Queda en la auditoría, con tu nombre.',
    back: 'Atrás',
    import: 'Importar',
  },
  {
    nothing: (service) => `${service}: nothing would change.`,
    changes: (service, n) => `${service}: ${plural(n, '1 endpoint', `${formatInteger(n)} endpoints`)} would change.`,
    dryRun: 'This is a simulation: nothing has been changed yet.',
    kept: 'Recorded in the audit trail, with your name.',
    back: 'Back',
    import: 'Import',
  },
)

type Props = { plan: EndpointImport; error: Error | null; onImport: () => void; onBack: () => void }

/** The changes that an import would make, to be confirmed. */
export function ImportPreview({ plan, error, onImport, onBack }: Props) {
  const count = countChanges(plan)
  return (
    <>
      <h3 className={classes.lead} ref={focusOnMount} tabIndex={-1}>
        {count === 0 ? text.nothing(plan.service) : text.changes(plan.service, count)}
      </h3>
      {count > 0 && (
        <p className={classes.aside}>
          {text.dryRun} {text.kept}
        </p>
      )}
      <ImportChanges result={plan} />
      <ImportRefusal error={error} />
      <DialogActions>
        <Button size="sm" variant="default" onClick={onBack}>
          {text.back}
        </Button>
        {count > 0 && (
          <Button size="sm" className={plan.retired.length > 0 ? dialog.danger : undefined} onClick={onImport}>
            {text.import}
          </Button>
        )}
      </DialogActions>
    </>
  )
}
