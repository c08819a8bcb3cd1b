import { Skeleton } from '@mantine/core'
import { type LockEntry, useCustomerHistory } from '../../api/trade/customers.ts'
import { localize } from '../../i18n.ts'
import { AuditLink } from '../audit/AuditLink.tsx'
import { ActionError } from '../../ui/feedback/ActionError.tsx'
import { Section } from '../../ui/layout/Section.tsx'
import { findSharedMinutes, SharedMinutes } from '../../ui/display/sharedMinutes.ts'
import { Timestamp } from '../../ui/display/Timestamp.tsx'
import classes from './CustomerHistory.module.css'
import { lockReasonIn } from './lockReason.ts'

const SKELETON_ROWS = 2

const text = localize(
  {
    title: 'Historial del acceso',
    none: 'La auditoría no tiene nada anotado de este cliente.',
    'customer.lock': 'Bloqueado',
    'customer.unlock': 'Desbloqueado',
    by: 'por',
    ingest: 'la plataforma',
    system: 'Vigía',
  },
  {
    title: 'Login history',
    none: 'The audit trail has no login changes of this customer.',
    'customer.lock': 'Locked',
    'customer.unlock': 'Unlocked',
    by: 'by',
    ingest: 'the platform',
    system: 'Vigía',
  },
)

/** The locks and unlocks of a customer's login: actor, time and reason. */
export function CustomerHistory({ id }: { id: string }) {
  const { data, error } = useCustomerHistory(id)
  return (
    <Section title={text.title} aside={<AuditLink object={`customer:${id}`} />} busy={!data}>
      {data ? <Entries entries={data.edges} /> : !error && <HistorySkeleton />}
      {!data && <ActionError error={error} />}
    </Section>
  )
}

function Entries({ entries }: { entries: readonly { node: LockEntry }[] }) {
  if (entries.length === 0) return <p className={classes.none}>{text.none}</p>
  return (
    <ol className={classes.entries}>
      <SharedMinutes value={findSharedMinutes(entries.map(({ node }) => node.at))}>
        {entries.map(({ node }) => (
          <li key={node.id} className={classes.entry}>
            <span className={classes.time}>
              <Timestamp at={node.at} />
            </span>
            <Entry entry={node} />
          </li>
        ))}
      </SharedMinutes>
    </ol>
  )
}

function Entry({ entry: { action, actor, after } }: { entry: LockEntry }) {
  const actionText = action === 'customer.lock' || action === 'customer.unlock' ? text[action] : action
  const actorText = actor === 'ingest' || actor === 'system' ? text[actor] : actor
  const reason = lockReasonIn(after)
  return (
    <div>
      <p>
        <strong className={classes.action}>{actionText}</strong> {text.by} {actorText}
      </p>
      {reason && <p className={classes.reason}>{reason}</p>}
    </div>
  )
}

function HistorySkeleton() {
  return (
    <ol className={classes.entries}>
      {Array.from({ length: SKELETON_ROWS }, (_, index) => (
        <li key={index} className={classes.entry}>
          <Skeleton height={12} width={70} my={4} />
          <Skeleton height={12} width="60%" my={4} />
        </li>
      ))}
    </ol>
  )
}
