import { type Destination } from '../../../api/incidents/destinations.ts'
import { localize } from '../../../i18n.ts'
import { useNow } from '../../../ui/useNow.ts'
import { waitEnd } from '../waitEnd.ts'
import classes from './DestinationPage.module.css'

const text = localize(
  {
    waits: (time: string) => `Ha pedido una espera, que dura hasta ${time}.`,
    kinds: 'Los avisos de incidentes esperan cinco minutos como máximo; los demás mensajes, hasta entonces.',
  },
  {
    waits: (time) => `It asked for a wait, which lasts until ${time}.`,
    kinds: 'Messages about incidents wait for five minutes at most, other messages until then.',
  },
)

/** The time until which a destination asked not to be sent anything; empty if it is not waiting. */
export function WaitNotice({ destination }: { destination: Pick<Destination, 'waitsUntil'> }) {
  const now = useNow()
  const end = waitEnd(destination, now)
  if (end === null) return null
  return (
    <p className={classes.notice}>
      <strong>{text.waits(end)}</strong> {text.kinds}
    </p>
  )
}
