import { Loader } from '@mantine/core'
import { localize } from '../i18n.ts'
import { focusOnMount } from '../ui/dialogs/focusOnMount.ts'
import classes from './ImportSteps.module.css'

const text = localize(
  { importing: (service: string) => `Importando los endpoints de ${service}…` },
  { importing: (service) => `Importing the endpoints of ${service}…` },
)

/** Shown while the import is running. It has no steps to show, because it is one request in one transaction. */
export function ImportProgress({ service }: { service: string }) {
  return (
    <p className={classes.running} role="status" ref={focusOnMount} tabIndex={-1}>
      <Loader size="xs" aria-hidden="true" />
      {text.importing(service)}
    </p>
  )
}
