import { type ReactNode } from 'react'
import { type Incident } from '../../api/incidents/incidents.ts'
import { localize } from '../../i18n.ts'
import { pageTitles } from '../../pageTitles.ts'
import { CopyButton } from '../../ui/buttons/CopyButton.tsx'
import { BreakablePath } from '../../ui/display/BreakablePath.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { StateBadge } from '../../health/states/StateBadge.tsx'
import { SubjectLink } from '../../health/SubjectLink.tsx'
import classes from './IncidentTitle.module.css'
import { Duration } from './Duration.tsx'
import { statusLabels } from './labels.ts'

const text = localize(
  {
    number: (number: number) => `Incidente nº ${String(number)}`,
    lasts: 'abierto hace',
    lasted: 'duró',
    copy: 'Copiar enlace del incidente',
    copyShort: 'Copiar enlace',
  },
  {
    number: (number) => `Incident no. ${String(number)}`,
    lasts: 'open for',
    lasted: 'lasted',
    copy: 'Copy link of the incident',
    copyShort: 'Copy link',
  },
)

type Props = { incident: Incident | undefined; above: ReactNode }

/** The number of an incident, its subject and status, and a button that copies its link. */
export function IncidentTitle({ incident, above }: Props) {
  if (!incident) return <PageHeader above={above} title={pageTitles.incident} />
  const { number, url, kind, subject, severity, status, openedAt, resolvedAt } = incident
  return (
    <PageHeader
      above={
        <>
          {above} · <strong>{text.number(number)}</strong>
        </>
      }
      tabName={`${text.number(number)}: ${subject.name}`}
      title={
        <SubjectLink kind={kind} id={subject.id} className={classes.subject}>
          <BreakablePath text={subject.name} />
        </SubjectLink>
      }
      summary={
        <span className={classes.status} role="status">
          {resolvedAt ? null : <StateBadge state={severity} />}
          <strong>{statusLabels[status]}</strong>
          <span>
            {resolvedAt ? text.lasted : text.lasts} <Duration from={openedAt} to={resolvedAt} />
          </span>
        </span>
      }
    >
      {/* Without a public address, the server returns only the path. */}
      <CopyButton value={new URL(url, location.origin).href} label={text.copy}>
        {text.copyShort}
      </CopyButton>
    </PageHeader>
  )
}
