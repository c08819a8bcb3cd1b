import { useState } from 'react'
import { type LinkedSubject, useDependencies } from '../api/inventory/dependencies.ts'
import { usePermission } from '../api/auth/session.ts'
import { type Kind } from '../generated/graphql.ts'
import { StateBadge } from '../health/states/StateBadge.tsx'
import { SubjectLink } from '../health/SubjectLink.tsx'
import { localize } from '../i18n.ts'
import { BreakablePath } from '../ui/display/BreakablePath.tsx'
import { CompactButton } from '../ui/buttons/CompactButton.tsx'
import { Section } from '../ui/layout/Section.tsx'
import classes from './Dependencies.module.css'
import { EditDependencies } from './EditDependencies.tsx'

const text = localize(
  {
    title: 'Dependencias',
    upstream: 'Depende de',
    downstream: 'Dependen de él',
    none: 'Nada',
    edit: 'Editar…',
    editLabel: 'Editar las dependencias',
  },
  {
    title: 'Dependencies',
    upstream: 'Depends on',
    downstream: 'Depend on it',
    none: 'Nothing',
    edit: 'Edit…',
    editLabel: 'Edit the dependencies',
  },
)

type Props = { kind: Kind; id: string; name: string; isRetired: boolean }

/** Upstream and downstream subjects of a subject; administrators edit the former. */
export function Dependencies({ kind, id, name, isRetired }: Props) {
  const { data: subject } = useDependencies(kind, id)
  const canManage = usePermission('manage:Subject')
  const [isEditing, setEditing] = useState(false)
  if (!subject) return null
  const { upstream, downstream } = subject
  const canEdit = canManage && !isRetired
  if (!canEdit && upstream.length + downstream.length === 0) return null
  return (
    <Section
      title={text.title}
      aside={
        canEdit && (
          <CompactButton
            aria-label={text.editLabel}
            onClick={() => {
              setEditing(true)
            }}
          >
            {text.edit}
          </CompactButton>
        )
      }
    >
      <dl className={classes.dependencies}>
        <Subjects title={text.upstream} subjects={upstream} />
        <Subjects title={text.downstream} subjects={downstream} />
      </dl>
      <EditDependencies
        subject={{ kind, id, name }}
        upstream={upstream}
        opened={isEditing}
        onClose={() => {
          setEditing(false)
        }}
      />
    </Section>
  )
}

function Subjects({ title, subjects }: { title: string; subjects: readonly LinkedSubject[] }) {
  return (
    <div>
      <dt>{title}</dt>
      <dd>
        {subjects.length === 0 && <span className={classes.none}>{text.none}</span>}
        <ul>
          {subjects.map(({ kind, id, name, state }) => (
            <li key={`${kind}:${id}`} className={classes.subject}>
              <SubjectLink kind={kind} id={id}>
                <BreakablePath text={name} />
              </SubjectLink>
              <StateBadge state={state} />
            </li>
          ))}
        </ul>
      </dd>
    </div>
  )
}
