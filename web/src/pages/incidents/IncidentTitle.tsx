import { type ReactNode } from 'react'
import { type Incident } from '../../api/incidents.ts'
import { words } from '../../language.ts'
import { titles } from '../../titles.ts'
import { Breakable } from '../../ui/Breakable.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { StateMark } from '../../ui/StateMark.tsx'
import { SubjectLink } from '../../ui/SubjectLink.tsx'
import classes from './IncidentTitle.module.css'
import { Lasting } from './Lasting.tsx'
import { statusLabels } from './words.ts'

const text = words({ lasts: 'abierto desde hace', lasted: 'duró' }, { lasts: 'open for', lasted: 'lasted' })

type Props = { incident: Incident | undefined; above: ReactNode }

/** The subject of an incident and its status. */
export function IncidentTitle({ incident, above }: Props) {
  if (!incident) return <PageHeader above={above} title={titles.incident} />
  const { kind, subject, severity, status, openedAt, resolvedAt } = incident
  return (
    <PageHeader
      above={above}
      title={
        <SubjectLink kind={kind} id={subject.id} className={classes.subject}>
          <Breakable text={subject.name} />
        </SubjectLink>
      }
      summary={
        <span className={classes.standing} role="status">
          {resolvedAt ? null : <StateMark state={severity} />}
          <strong>{statusLabels[status]}</strong>
          <span>
            {resolvedAt ? text.lasted : text.lasts} <Lasting from={openedAt} to={resolvedAt} />
          </span>
        </span>
      }
    />
  )
}
