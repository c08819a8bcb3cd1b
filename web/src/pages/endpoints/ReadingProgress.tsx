import { type Reading } from '../../api/remainder.ts'
import { words } from '../../language.ts'
import { showWhole } from '../../ui/numbers.ts'
import { showTime } from '../../ui/times.ts'
import { useNow } from '../../ui/useNow.ts'
import { common } from '../../ui/words.ts'
import classes from './ReadingProgress.module.css'

const text = words(
  {
    reading: 'Leyendo el inventario',
    of: (known: string, total: string) => `${known} de ${total}`,
    failed: 'No se han podido leer todos.',
    read: (time: string) => `Los primeros 200 se actualizan al momento; los demás, cada minuto (${time}).`,
  },
  {
    reading: 'Reading the inventory',
    of: (known, total) => `${known} of ${total}`,
    failed: 'They could not all be read.',
    read: (time) => `The first 200 are updated at once; the others every minute (${time}).`,
  },
)

/** The progress of loading a long inventory, and the age of the data. */
export function ReadingProgress({ reading: { known, total, readAt, failed, retry } }: { reading: Reading }) {
  const now = useNow()
  const progress = text.of(showWhole(known), showWhole(total))
  if (failed) {
    return (
      <p className={classes.reading} role="alert">
        {text.failed} {progress}.{' '}
        <button type="button" className={classes.retry} onClick={retry}>
          {common.retry}
        </button>
      </p>
    )
  }
  if (known >= total) return <p className={classes.reading}>{text.read(showTime(readAt, now))}</p>
  return (
    <p className={classes.reading}>
      {text.reading}: {progress}
      <progress className={classes.bar} max={total} value={known} aria-label={text.reading} />
    </p>
  )
}
