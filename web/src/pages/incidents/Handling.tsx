import { useRef } from 'react'
import { Skeleton } from '@mantine/core'
import { type Incident } from '../../api/incidents.ts'
import { words } from '../../language.ts'
import panel from '../../ui/Panel.module.css'
import { Section } from '../../ui/Section.tsx'
import { When } from '../../ui/When.tsx'
import classes from './Handling.module.css'
import { IncidentActions } from './IncidentActions.tsx'

const text = words(
  { title: 'Atención', nobody: 'Nadie lo atiende todavía.', at: 'Lo atiende', since: 'desde' },
  { title: 'Handling', nobody: 'Nobody is at it yet.', at: 'At it:', since: 'since' },
)

/** Who is at an open incident, and what can be done about it. */
export function Handling({ incident }: { incident: Incident | undefined }) {
  const who = useRef<HTMLParagraphElement>(null)
  return (
    <Section title={text.title} busy={!incident}>
      <div className={panel.body}>
        <p ref={who} tabIndex={-1} className={classes.who}>
          {incident ? (
            <Who incident={incident} />
          ) : (
            <Skeleton component="span" display="block" height={12} width={180} />
          )}
        </p>
        {incident && <IncidentActions incident={incident} onTaken={() => who.current?.focus()} />}
      </div>
    </Section>
  )
}

function Who({ incident: { acknowledgedBy, acknowledgedAt } }: { incident: Incident }) {
  if (!acknowledgedBy) return text.nobody
  return (
    <>
      {text.at} <strong>{acknowledgedBy}</strong>
      {acknowledgedAt && (
        <>
          , {text.since} <When at={acknowledgedAt} />
        </>
      )}
      .
    </>
  )
}
