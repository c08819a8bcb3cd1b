import { useRef } from 'react'
import { Skeleton } from '@mantine/core'
import { type Incident } from '../../api/incidents.ts'
import { Attention } from '../../incidents/Attention.tsx'
import { IncidentActions } from '../../incidents/IncidentActions.tsx'
import { words } from '../../language.ts'
import panel from '../../ui/Panel.module.css'
import { Section } from '../../ui/Section.tsx'
import classes from './Handling.module.css'

const text = words({ title: 'Atención' }, { title: 'Handling' })

type Props = { incident: Incident | undefined; onGone: (outcome: string) => void }

/** The operator handling an open incident, and the actions on it. */
export function Handling({ incident, onGone }: Props) {
  const who = useRef<HTMLDivElement>(null)
  return (
    <Section title={text.title} busy={!incident}>
      <div className={panel.body}>
        <div ref={who} tabIndex={-1} className={classes.who}>
          {incident ? <Attention incident={incident} /> : <Skeleton height={12} width={180} />}
        </div>
        {incident && <IncidentActions incident={incident} onGone={onGone} onDone={() => who.current?.focus()} />}
      </div>
    </Section>
  )
}
