import { useMutes } from '../../api/incidents/maintenance.ts'
import { localize } from '../../i18n.ts'
import { scopeText } from '../../subjects/scope.ts'
import { LoadError } from '../../ui/feedback/LoadError.tsx'
import { Section } from '../../ui/layout/Section.tsx'
import { EndMute } from '../../incidents/EndMute.tsx'
import { MuteSentence } from '../../incidents/MuteSentence.tsx'
import classes from './MutesSection.module.css'

const text = localize(
  { title: 'Avisos silenciados', none: 'No hay nada silenciado. Los avisos se silencian desde un incidente.' },
  { title: 'Muted alerts', none: 'Nothing is muted. Alerts are muted from an incident.' },
)

/** The mutes in force, each with a button to end it. */
export function MutesSection() {
  const { data: mutes, error, refetch } = useMutes()
  return (
    <Section title={text.title} busy={!mutes && !error}>
      {!mutes && error && <LoadError error={error} onRetry={() => void refetch()} />}
      {mutes?.length === 0 && <p className={classes.none}>{text.none}</p>}
      <ul>
        {mutes?.map((mute) => (
          <li key={mute.id} className={classes.mute}>
            <span>
              <strong>{scopeText(mute.matcher)}</strong>
              <br />
              <MuteSentence mute={mute} />
            </span>
            <EndMute mute={mute} />
          </li>
        ))}
      </ul>
    </Section>
  )
}
