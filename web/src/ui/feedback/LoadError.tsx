import { Button } from '@mantine/core'
import { localize } from '../../i18n.ts'
import classes from './LoadError.module.css'
import { errorText } from './errorText.ts'
import { commonLabels } from '../labels.ts'

type Props = { error: Error; onRetry: () => void }

const text = localize({ unread: 'No se han podido cargar los datos.' }, { unread: 'The data could not be loaded.' })

/** Error message when data could not be loaded, with its reason and a retry button. */
export function LoadError({ error, onRetry }: Props) {
  return (
    <div className={classes.error} role="alert">
      <p>
        <strong>{text.unread}</strong>
      </p>
      <p>{errorText(error)}</p>
      <Button variant="default" size="xs" mt="sm" onClick={onRetry}>
        {commonLabels.retry}
      </Button>
    </div>
  )
}
