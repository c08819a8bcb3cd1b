import { Link } from '@tanstack/react-router'
import { type TraceCandidate } from '../../api/messages/trace.ts'
import { formatDate, formatExactTime } from '../../format/formatTime.ts'
import { localize } from '../../i18n.ts'
import panel from '../../ui/layout/Panel.module.css'
import { Section } from '../../ui/layout/Section.tsx'
import { kindLabels } from './labels.ts'
import { partiesOf } from './stepText.ts'
import classes from './TraceCandidates.module.css'

const text = localize(
  { title: 'Varias cosas tienen este identificador: elige una' },
  { title: 'Several things have this id: choose one' },
)

/** The objects that share the id, each with a link to its trace. */
export function TraceCandidates({ candidates }: { candidates: readonly TraceCandidate[] }) {
  return (
    <Section title={text.title}>
      <ul className={panel.body}>
        {candidates.map((candidate) => (
          <li key={candidate.id} className={classes.candidate}>
            <Link to="/trace" search={{ id: candidate.id }}>
              {candidate.title}
            </Link>
            <span className={classes.details}>{detailsOf(candidate)}</span>
          </li>
        ))}
      </ul>
    </Section>
  )
}

function detailsOf({ kind, at, document }: TraceCandidate): string {
  const parts = [
    kindLabels[kind],
    document && partiesOf(document),
    document?.documentDate && formatDate(document.documentDate),
    at && formatExactTime(at),
  ]
  return parts.filter(Boolean).join(' · ')
}
