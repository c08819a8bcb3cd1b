import { useRef } from 'react'
import { Skeleton } from '@mantine/core'
import { type Incident } from '../../../api/incidents/incidents.ts'
import { AcknowledgedBy } from '../../../incidents/AcknowledgedBy.tsx'
import { AcceptLatency } from './AcceptLatency.tsx'
import { HandOverActions } from './HandOverActions.tsx'
import { IncidentActions } from '../../../incidents/IncidentActions.tsx'
import { localize } from '../../../i18n.ts'
import { focusIfLost } from '../../../ui/focus.ts'
import panel from '../../../ui/layout/Panel.module.css'
import { Section } from '../../../ui/layout/Section.tsx'
import classes from './HandlingPanel.module.css'

const text = localize({ title: 'Atención' }, { title: 'Handling' })

type Props = { incident: Incident | undefined; onResolved: (message: string) => void }

/** The operator handling an open incident, and the actions on it. */
export function HandlingPanel({ incident, onResolved }: Props) {
  const container = useRef<HTMLDivElement>(null)
  const focusHandler = () => {
    focusIfLost(container.current)
  }
  return (
    <Section title={text.title} busy={!incident}>
      <div className={panel.body}>
        <div ref={container} tabIndex={-1} className={classes.handler}>
          {incident ? <AcknowledgedBy incident={incident} /> : <Skeleton height={12} width={180} />}
        </div>
        {incident && (
          <IncidentActions incident={incident} onResolved={onResolved} onDone={focusHandler}>
            {(change) => (
              <>
                <AcceptLatency incident={incident} onOpen={change.clear} onResolved={onResolved} />
                <HandOverActions incident={incident} change={change} onDone={focusHandler} />
              </>
            )}
          </IncidentActions>
        )}
      </div>
    </Section>
  )
}
