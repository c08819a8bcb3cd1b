import { useState } from 'react'
import { type Health } from '../api/health/health.ts'
import { SINLI_INBOUND } from '../api/trade/integrations.ts'
import { usePermission } from '../api/auth/session.ts'
import { type Kind } from '../generated/graphql.ts'
import { localize } from '../i18n.ts'
import { MissingPermission } from '../permissions/MissingPermission.tsx'
import { CompactButton } from '../ui/buttons/CompactButton.tsx'
import { DescriptionList } from '../ui/display/DescriptionList.tsx'
import { Section } from '../ui/layout/Section.tsx'
import { Timestamp } from '../ui/display/Timestamp.tsx'
import { commonLabels } from '../ui/labels.ts'
import { EditDetails } from './EditDetails.tsx'
import { RetireSubject } from './RetireSubject.tsx'
import { RunbookLink } from './RunbookLink.tsx'
import { kinds } from './kinds.ts'
import classes from './SubjectDetails.module.css'

const text = localize(
  {
    title: 'Responsable y guía',
    names: { owner: 'Responsable', runbook: 'Guía', critical: 'Crítico', retired: 'Retirado' },
    edit: 'Editar…',
  },
  {
    title: 'Owner and runbook',
    names: { owner: 'Owner', runbook: 'Runbook', critical: 'Critical', retired: 'Retired' },
    edit: 'Edit…',
  },
)

type Props = { kind: Kind; health: Health }

/** Responsible person and runbook of a subject. Administrators can edit both and retire the subject. */
export function SubjectDetails({ kind, health }: Props) {
  const { owner, runbookUrl, critical, retiredAt } = health
  return (
    <Section title={text.title} aside={!retiredAt && <Actions kind={kind} health={health} />}>
      <DescriptionList
        items={[
          { name: text.names.owner, value: owner },
          { name: text.names.runbook, value: runbookUrl && <RunbookLink url={runbookUrl} /> },
          { name: text.names.critical, value: critical ? commonLabels.yes : commonLabels.no },
          ...(retiredAt ? [{ name: text.names.retired, value: <Timestamp at={retiredAt} /> }] : []),
        ]}
      />
    </Section>
  )
}

function Actions({ kind, health }: Props) {
  const canManage = usePermission('manage:Subject')
  const [isEditing, setEditing] = useState(false)
  if (!canManage) return <MissingPermission permission="manage:Subject" />
  return (
    <span className={classes.actions}>
      <CompactButton
        onClick={() => {
          setEditing(true)
        }}
      >
        {text.edit}
      </CompactButton>
      {/* `sinli_inbound` is part of Vigía. */}
      {!kinds[kind].isDeclaredByService && health.id !== SINLI_INBOUND && <RetireSubject kind={kind} health={health} />}
      <EditDetails
        kind={kind}
        health={health}
        opened={isEditing}
        onClose={() => {
          setEditing(false)
        }}
      />
    </span>
  )
}
