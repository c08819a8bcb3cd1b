import { type EndpointLoadProgress } from '../../api/inventory/allEndpoints.ts'
import { localize } from '../../i18n.ts'
import { formatInteger } from '../../format/formatNumber.ts'
import { formatTime } from '../../format/formatTime.ts'
import { useNow } from '../../ui/useNow.ts'
import { commonLabels } from '../../ui/labels.ts'
import classes from './LoadProgress.module.css'

const text = localize(
  {
    progress: 'Leyendo el inventario',
    of: (loaded: string, total: string) => `${loaded} de ${total}`,
    failed: 'No se han podido cargar todos.',
    read: (time: string) => `Los primeros 200 se actualizan al momento; los demás, cada minuto (${time}).`,
  },
  {
    progress: 'Loading the inventory',
    of: (loaded, total) => `${loaded} of ${total}`,
    failed: 'They could not all be loaded.',
    read: (time) => `The first 200 are updated at once; the others every minute (${time}).`,
  },
)

/** The progress of loading a long inventory, and the age of the loaded data. */
export function LoadProgress({
  progress: { loaded, total, loadedAt, error, retry },
}: {
  progress: EndpointLoadProgress
}) {
  const now = useNow()
  const progressText = text.of(formatInteger(loaded), formatInteger(total))
  if (error) {
    return (
      <p className={classes.reading} role="alert">
        {text.failed} {progressText}.{' '}
        <button type="button" className={classes.retry} onClick={retry}>
          {commonLabels.retry}
        </button>
      </p>
    )
  }
  if (loaded >= total) return <p className={classes.reading}>{text.read(formatTime(loadedAt, now))}</p>
  return (
    <p className={classes.reading}>
      {text.progress}: {progressText}
      <progress className={classes.bar} max={total} value={loaded} aria-label={text.progress} />
    </p>
  )
}
