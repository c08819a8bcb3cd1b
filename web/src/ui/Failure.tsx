import { Button } from '@mantine/core'
import { words } from '../language.ts'
import classes from './Failure.module.css'
import { common } from './words.ts'

type Props = { error: Error; onRetry: () => void }

const text = words({ unread: 'No se han podido leer los datos.' }, { unread: 'The data could not be read.' })

/** Error message when data could not be loaded, with the server's text and a retry button. */
export function Failure({ error, onRetry }: Props) {
  return (
    <div className={classes.failure} role="alert">
      <p>
        <strong>{text.unread}</strong>
      </p>
      <p>{error.message}</p>
      <Button variant="default" size="xs" mt="sm" onClick={onRetry}>
        {common.retry}
      </Button>
    </div>
  )
}
