import { useNotifications } from '../api/incidents/notifications.ts'
import { localize } from '../i18n.ts'
import { useNow } from '../ui/useNow.ts'
import { silentSourceText } from './silentSourceText.ts'
import classes from './SilentSourcesNotice.module.css'

const text = localize(
  { meanwhile: 'Mientras tanto, lo observado conserva su último estado.' },
  { meanwhile: 'Meanwhile, what was observed keeps its last state.' },
)

/** Names the services that sent regularly and are now silent; renders nothing if there are none. */
export function SilentSourcesNotice() {
  const sources = useNotifications().data?.silentSources ?? []
  const now = useNow()
  if (sources.length === 0) return null
  return (
    <div className={classes.notice} role="alert">
      <ul>
        {sources.map((source) => (
          <li key={`${source.name} ${source.since}`}>
            <strong>{silentSourceText(source, now)}</strong>
          </li>
        ))}
      </ul>
      <p>{text.meanwhile}</p>
    </div>
  )
}
