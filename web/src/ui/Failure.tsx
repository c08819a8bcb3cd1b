import { Button } from '@mantine/core'
import classes from './Failure.module.css'

type Props = { error: Error; onRetry: () => void }

/** Says that something could not be read, in the server's words, and offers to try again. */
export function Failure({ error, onRetry }: Props) {
  return (
    <div className={classes.failure} role="alert">
      <p>
        <strong>No se han podido leer los datos.</strong>
      </p>
      <p>{error.message}</p>
      <Button variant="default" size="xs" mt="sm" onClick={onRetry}>
        Reintentar
      </Button>
    </div>
  )
}
