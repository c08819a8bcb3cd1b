import { useHasPageData } from '../../api/pageData.ts'
import { useConnectionState } from '../../api/client/connectionState.ts'
import { localize } from '../../i18n.ts'
import { formatTime } from '../../format/formatTime.ts'
import { useNow } from '../../ui/useNow.ts'
import classes from './StaleDataBanner.module.css'

const text = localize(
  {
    lost: 'Sin conexión con Vigía.',
    lostSince: (time: string) => `Sin conexión con Vigía desde ${time}.`,
    lastKnown: 'Lo que se ve es lo último que se supo.',
    nothing: 'Aún no hay datos que mostrar.',
  },
  {
    lost: 'No connection to Vigía.',
    lostSince: (time) => `No connection to Vigía since ${time}.`,
    lastKnown: 'The last data received is shown.',
    nothing: 'There is no data to show yet.',
  },
)

/**
 * Banner that warns of a lost connection, because the displayed data may be out of date. It floats, so that the layout
 * does not shift.
 */
export function StaleDataBanner() {
  const { status, since } = useConnectionState()
  const hasData = useHasPageData()
  const now = useNow()
  if (status !== 'silent') return null
  return (
    <p className={classes.banner} role="alert">
      <strong>{since ? text.lostSince(formatTime(since, now)) : text.lost}</strong>{' '}
      {hasData ? text.lastKnown : text.nothing}
    </p>
  )
}
