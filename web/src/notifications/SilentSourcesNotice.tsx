import { useNotifications } from '../api/incidents/notifications.ts'
import { localize } from '../i18n.ts'
import { useNow } from '../ui/useNow.ts'
import { silenceLines } from './silenceLines.ts'
import classes from './SilentSourcesNotice.module.css'

const text = localize(
  { meanwhile: 'De lo que observaban no se sabe nada hasta que vuelvan a informar.' },
  { meanwhile: 'Nothing is known of what they observed until they report again.' },
)

/** Names the watched services that are silent; renders nothing if there are none. */
export function SilentSourcesNotice() {
  const { data: panel } = useNotifications()
  const now = useNow()
  if (!panel) return null
  const { lines, more } = silenceLines(panel, now)
  if (lines.length === 0) return null
  return (
    <div className={classes.notice} role="alert">
      <ul>
        {lines.map((line) => (
          <li key={line.id}>
            <strong>{line.text}</strong>
          </li>
        ))}
        {more && <li>{more}</li>}
      </ul>
      <p>{text.meanwhile}</p>
    </div>
  )
}
