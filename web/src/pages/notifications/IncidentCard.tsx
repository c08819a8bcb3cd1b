import { useState } from 'react'
import { Button } from '@mantine/core'
import { type OpenIncident, useAcknowledge } from '../../api/notifications.ts'
import { useMay } from '../../api/session.ts'
import { Breakable } from '../../ui/Breakable.tsx'
import { StateMark } from '../../ui/StateMark.tsx'
import { showAge, showTime } from '../../ui/times.ts'
import classes from './IncidentCard.module.css'
import { Refusal } from './Refusal.tsx'
import { ResolveForm } from './ResolveForm.tsx'

/** One open incident: what, since when, why, who is at it, and what can be done about it. */
export function IncidentCard({ incident, now }: { incident: OpenIncident; now: Date }) {
  const { subject, severity, openedAt, reason, noData } = incident
  return (
    <li className={classes.incident}>
      <p className={classes.head}>
        <strong className={classes.subject}>
          <Breakable text={subject.name} />
        </strong>
        <StateMark state={severity} />
      </p>
      <p className={classes.since}>
        Desde <time dateTime={openedAt}>{showTime(openedAt, now)}</time> ({showAge(openedAt, now)})
      </p>
      <p className={classes.reason}>{reason}</p>
      {noData && <p className={classes.reason}>Ya no llegan datos; el silencio no cierra un incidente.</p>}
      <Attention incident={incident} now={now} />
      <Actions incident={incident} />
    </li>
  )
}

function Attention({ incident: { acknowledgedBy, acknowledgedAt }, now }: { incident: OpenIncident; now: Date }) {
  if (!acknowledgedBy) return <p className={classes.attention}>Nadie lo atiende todavía.</p>
  return (
    <p className={classes.attention}>
      Lo atiende <strong>{acknowledgedBy}</strong>
      {acknowledgedAt && `, desde ${showTime(acknowledgedAt, now)}`}.
    </p>
  )
}

function Actions({ incident: { id, status, subject } }: { incident: OpenIncident }) {
  const [resolving, setResolving] = useState(false)
  const acknowledge = useAcknowledge()
  const mayAcknowledge = useMay('acknowledge:Incident') && status === 'OPEN'
  const mayResolve = useMay('resolve:Incident')

  if (resolving) {
    return (
      <ResolveForm
        id={id}
        onClose={() => {
          setResolving(false)
        }}
      />
    )
  }
  return (
    <>
      <Refusal error={acknowledge.error} />
      <div className={classes.actions}>
        {mayAcknowledge && (
          <Button
            size="compact-sm"
            variant="default"
            aria-label={`Atender ${subject.name}`}
            loading={acknowledge.isPending}
            onClick={() => {
              acknowledge.mutate(id)
            }}
          >
            Atender
          </Button>
        )}
        {mayResolve && (
          <Button
            size="compact-sm"
            variant="default"
            aria-label={`Resolver ${subject.name}`}
            onClick={() => {
              setResolving(true)
            }}
          >
            Resolver
          </Button>
        )}
      </div>
    </>
  )
}
