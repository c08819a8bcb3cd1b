import { type Destination } from '../../../api/incidents/destinations.ts'
import { formatTime } from '../../../format/formatTime.ts'
import { localize } from '../../../i18n.ts'
import { useNow } from '../../../ui/useNow.ts'
import classes from './DestinationPage.module.css'

const text = localize(
  {
    disabled: 'Desactivado: no se le envía nada.',
    since: (time: string) => `Desde ${time}.`,
    byOperator: 'Lo desactivó un operador.',
    automatically: 'Vigía lo desactivó:',
  },
  {
    disabled: 'Disabled: nothing is sent to it.',
    since: (time) => `Since ${time}.`,
    byOperator: 'An operator disabled it.',
    automatically: 'Vigía disabled it:',
  },
)

/** The time since which a destination is disabled, and the reason; empty while it is enabled. */
export function DisabledNotice({
  destination: { enabled, disabledAt, disabledBecause },
}: {
  destination: Destination
}) {
  const now = useNow()
  if (enabled) return null
  return (
    <p className={classes.notice}>
      <strong>{text.disabled}</strong> {disabledAt !== null && text.since(formatTime(disabledAt, now))}{' '}
      {disabledBecause === null ? text.byOperator : `${text.automatically} ${disabledBecause}`}
    </p>
  )
}
