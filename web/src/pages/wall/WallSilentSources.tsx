import { type Panel } from '../../api/incidents/notifications.ts'
import { localize } from '../../i18n.ts'
import { silentSourceText } from '../../notifications/silentSourceText.ts'
import { useNow } from '../../ui/useNow.ts'
import classes from './WallPage.module.css'

const text = localize({ title: 'Servicios callados' }, { title: 'Silent services' })

/** The services that sent regularly and are now silent, across the screen; nothing if there are none. */
export function WallSilentSources({ panel }: { panel: Panel | undefined }) {
  const now = useNow()
  if (!panel || panel.silentSources.length === 0) return null
  return (
    <ul className={classes.silent} aria-label={text.title}>
      {panel.silentSources.map((source) => (
        <li key={`${source.name} ${source.since}`}>
          <strong>{silentSourceText(source, now)}</strong>
        </li>
      ))}
    </ul>
  )
}
