import { useNotifications } from '../api/incidents/notifications.ts'
import { localize } from '../i18n.ts'
import { useNow } from '../ui/useNow.ts'
import { silenceTexts } from './silentSourceText.ts'
import classes from './SilentSourcesNotice.module.css'

const text = localize(
  { meanwhile: 'De lo que observaban no se sabe nada hasta que vuelvan a informar.' },
  { meanwhile: 'Nothing is known of what they observed until they report again.' },
)

/** Names the watched services that are silent; renders nothing if there are none. */
export function SilentSourcesNotice() {
  const { data: panel } = useNotifications()
  const now = useNow()
  const sentences = panel ? silenceTexts(panel, now) : []
  if (sentences.length === 0) return null
  return (
    <div className={classes.notice} role="alert">
      <ul>
        {sentences.map((sentence) => (
          <li key={sentence}>
            <strong>{sentence}</strong>
          </li>
        ))}
      </ul>
      <p>{text.meanwhile}</p>
    </div>
  )
}
