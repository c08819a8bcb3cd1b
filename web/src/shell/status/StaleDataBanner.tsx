import { useHasPageData } from '../../api/pageData.ts'
import { useConnectionState } from '../../api/client/connectionState.ts'
import { useNotifications } from '../../api/incidents/notifications.ts'
import { localize } from '../../i18n.ts'
import { formatTime } from '../../format/formatTime.ts'
import { useNow } from '../../ui/useNow.ts'
import classes from './StaleDataBanner.module.css'

const text = localize(
  {
    lost: 'Sin conexión con Vigía.',
    lostSince: (time: string) => `Sin conexión con Vigía desde ${time}.`,
    interrupted: (time: string) => `No llega telemetría desde ${time}.`,
    lastKnown: 'Lo que se ve es lo último que se supo.',
    nothing: 'Aún no hay datos que mostrar.',
  },
  {
    lost: 'No connection to Vigía.',
    lostSince: (time) => `No connection to Vigía since ${time}.`,
    interrupted: (time) => `No telemetry since ${time}.`,
    lastKnown: 'The last data received is shown.',
    nothing: 'There is no data to show yet.',
  },
)

/** Banner with the reason why the displayed data may be out of date. It floats, so it causes no layout shift. */
export function StaleDataBanner() {
  const { status, since } = useConnectionState()
  const interruptedSince = useNotifications().data?.telemetryInterruptedSince
  const hasData = useHasPageData()
  const now = useNow()
  const reasons = [
    status === 'silent' && (since ? text.lostSince(formatTime(since, now)) : text.lost),
    interruptedSince && text.interrupted(formatTime(interruptedSince, now)),
  ].filter((reason) => typeof reason === 'string')
  if (reasons.length === 0) return null
  return (
    <p className={classes.banner} role="alert">
      <strong>{reasons.join(' ')}</strong> {hasData ? text.lastKnown : text.nothing}
    </p>
  )
}
