import { useState } from 'react'
import { Button, Skeleton, VisuallyHidden } from '@mantine/core'
import { type Panel, useNotifications, bySeverityAndAge } from '../../../api/incidents/notifications.ts'
import { useStatusMessage } from '../../../incidents/useStatusMessage.tsx'
import { plural, localize } from '../../../i18n.ts'
import { countUnattended } from '../../../notifications/panelSummary.ts'
import { MissingPermission } from '../../../permissions/MissingPermission.tsx'
import { LoadError } from '../../../ui/feedback/LoadError.tsx'
import { Section } from '../../../ui/layout/Section.tsx'
import { findSharedMinutes, SharedMinutes } from '../../../ui/display/sharedMinutes.ts'
import { useNow } from '../../../ui/useNow.ts'
import { AllClear } from './AllClear.tsx'
import classes from './OpenIncidents.module.css'
import { OpenIncidentRow } from './OpenIncidentRow.tsx'

/** Number of incidents shown until the operator asks for the rest. */
const INITIAL_ROWS = 8

const text = localize(
  {
    title: 'Ahora mismo',
    open: (n: number) => plural(n, '1 abierto', `${String(n)} abiertos`),
    unacknowledged: (n: number) => `${String(n)} sin atender`,
    rest: (n: number) => plural(n, 'Mostrar 1 más', `Mostrar ${String(n)} más`),
  },
  {
    title: 'Right now',
    open: (n) => `${String(n)} open`,
    unacknowledged: (n) => `${String(n)} unassigned`,
    rest: (n) => `Show ${String(n)} more`,
  },
)

/** The open incidents, by severity, then by age. Without any, a message that says so. */
export function OpenIncidents() {
  const { data: panel, error, refetch } = useNotifications()
  const { statusMessage, setMessage } = useStatusMessage()
  return (
    <Section title={text.title} aside={panel && panel.badge > 0 && summarize(panel)} busy={!panel}>
      <div className={classes.gone}>{statusMessage}</div>
      {panel && (panel.badge === 0 ? <AllClear panel={panel} /> : <Incidents panel={panel} onGone={setMessage} />)}
      {!panel && !error && <Placeholder />}
      {!panel && error && <LoadError error={error} onRetry={() => void refetch()} />}
    </Section>
  )
}

function Incidents({ panel, onGone }: { panel: Panel; onGone: (message: string) => void }) {
  const now = useNow()
  const [outcome, setOutcome] = useState('')
  const [showsAll, setShowsAll] = useState(false)
  const incidents = bySeverityAndAge(panel)
  const visible = showsAll ? incidents : incidents.slice(0, INITIAL_ROWS)
  return (
    <>
      <ul>
        <SharedMinutes value={findSharedMinutes(visible.map(({ openedAt }) => openedAt))}>
          {visible.map((incident) => (
            <OpenIncidentRow
              key={incident.id}
              incident={incident}
              now={now}
              onAcknowledged={setOutcome}
              onGone={onGone}
            />
          ))}
        </SharedMinutes>
      </ul>
      <VisuallyHidden role="status">{outcome}</VisuallyHidden>
      {visible.length < incidents.length && (
        <Button
          variant="subtle"
          size="xs"
          className={classes.more}
          onClick={() => {
            setShowsAll(true)
          }}
        >
          {text.rest(incidents.length - visible.length)}
        </Button>
      )}
      <div className={classes.permission}>
        <MissingPermission permission="acknowledge:Incident" />
      </div>
    </>
  )
}

function summarize(panel: Panel): string {
  const unacknowledged = countUnattended(panel)
  return [text.open(panel.badge), ...(unacknowledged > 0 ? [text.unacknowledged(unacknowledged)] : [])].join(' · ')
}

function Placeholder() {
  return (
    <div className={classes.row}>
      <Skeleton height={12} width={72} my={4} />
      <Skeleton height={12} width="60%" my={4} />
      <Skeleton height={12} width={96} my={4} />
      <Skeleton height={12} width={96} my={4} />
    </div>
  )
}
