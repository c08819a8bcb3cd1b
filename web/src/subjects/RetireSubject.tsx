import { useState } from 'react'
import { useRouter } from '@tanstack/react-router'
import { type Health } from '../api/health/health.ts'
import { useRetire } from '../api/inventory/subjects.ts'
import { type Kind } from '../generated/graphql.ts'
import { stateLabels } from '../health/labels.ts'
import { formatTime } from '../format/formatTime.ts'
import { localize } from '../i18n.ts'
import { CompactButton } from '../ui/buttons/CompactButton.tsx'
import { ConfirmDialog } from '../ui/dialogs/ConfirmDialog.tsx'
import { useNow } from '../ui/useNow.ts'
import { kinds } from './kinds.ts'

type OpenIncident = NonNullable<Health['openIncident']>

const text = localize(
  {
    open: 'Retirar…',
    title: (name: string) => `Retirar ${name}`,
    confirm: 'Retirar',
    reason: 'Motivo',
    means:
      'Dejará de vigilarse y de aparecer en las listas. Su historial se conserva y tu nombre queda en la auditoría.',
    incident: (number: number, severity: string, since: string) =>
      `Su incidente abierto, el nº ${String(number)} (${severity} desde ${since}), quedará resuelto.`,
    none: 'No tiene ningún incidente abierto.',
  },
  {
    open: 'Retire…',
    title: (name) => `Retire ${name}`,
    confirm: 'Retire',
    reason: 'Reason',
    means: 'It is no longer monitored or listed. Its history is kept, and your name is recorded in the audit trail.',
    incident: (number, severity, since) =>
      `Its open incident, no. ${String(number)} (${severity} since ${since}), will be resolved.`,
    none: 'It has no open incident.',
  },
)

type Props = { kind: Kind; health: Health }

/** Button and dialog that retire a library or an integration, naming the open incident that this resolves. */
export function RetireSubject({ kind, health: { id, name, openIncident } }: Props) {
  const [opened, setOpened] = useState(false)
  const { mutate, error, isPending, reset } = useRetire()
  const { history } = useRouter()
  return (
    <>
      <CompactButton
        onClick={() => {
          reset()
          setOpened(true)
        }}
      >
        {text.open}
      </CompactButton>
      <ConfirmDialog
        opened={opened}
        onClose={() => {
          setOpened(false)
        }}
        title={text.title(name)}
        confirmLabel={text.confirm}
        danger
        reason={{ label: text.reason, required: true }}
        error={error}
        isPending={isPending}
        onConfirm={(reason) => {
          mutate(
            { kind, id, reason },
            {
              onSuccess: () => {
                history.push(kinds[kind].list)
              },
            },
          )
        }}
      >
        <p>{text.means}</p>
        <p>{openIncident ? <IncidentSentence incident={openIncident} /> : text.none}</p>
      </ConfirmDialog>
    </>
  )
}

function IncidentSentence({ incident: { number, severity, openedAt } }: { incident: OpenIncident }) {
  const now = useNow()
  return text.incident(number, stateLabels[severity].toLowerCase(), formatTime(openedAt, now))
}
