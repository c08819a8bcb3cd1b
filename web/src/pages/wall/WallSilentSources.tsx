import { type Panel } from '../../api/incidents/notifications.ts'
import { localize } from '../../i18n.ts'
import { silenceLines } from '../../notifications/silenceLines.ts'
import { useNow } from '../../ui/useNow.ts'
import classes from './WallPage.module.css'

/** Maximum number of silent services shown, because the incidents need the rest of the screen. */
const MAX_SHOWN = 4

const text = localize({ title: 'Servicios callados' }, { title: 'Silent services' })

/** The watched services that are silent, across the screen; empty if there are none. */
export function WallSilentSources({ panel }: { panel: Panel | undefined }) {
  const now = useNow()
  if (!panel) return null
  const { lines, more } = silenceLines(panel, now, MAX_SHOWN)
  if (lines.length === 0) return null
  return (
    <ul className={classes.silent} aria-label={text.title}>
      {lines.map((line) => (
        <li key={line.id}>
          <strong>{line.text}</strong>
        </li>
      ))}
      {more && <li>{more}</li>}
    </ul>
  )
}
