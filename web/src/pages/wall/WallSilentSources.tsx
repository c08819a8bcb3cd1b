import { type Panel } from '../../api/incidents/notifications.ts'
import { localize, plural } from '../../i18n.ts'
import { silenceTexts } from '../../notifications/silentSourceText.ts'
import { useNow } from '../../ui/useNow.ts'
import classes from './WallPage.module.css'

/** The incidents need the rest of the screen. */
const MAX_SHOWN = 4

const text = localize(
  { title: 'Servicios callados', more: (n: number) => plural(n, 'y 1 más', `y ${String(n)} más`) },
  { title: 'Silent services', more: (n) => `and ${String(n)} more` },
)

/** The watched services that are silent, across the screen; nothing if there are none. */
export function WallSilentSources({ panel }: { panel: Panel | undefined }) {
  const now = useNow()
  const sentences = panel ? silenceTexts(panel, now) : []
  if (sentences.length === 0) return null
  const others = sentences.length - MAX_SHOWN
  return (
    <ul className={classes.silent} aria-label={text.title}>
      {sentences.slice(0, MAX_SHOWN).map((sentence) => (
        <li key={sentence}>
          <strong>{sentence}</strong>
        </li>
      ))}
      {others > 0 && <li>{text.more(others)}</li>}
    </ul>
  )
}
