import { Skeleton } from '@mantine/core'
import { type LockEntry, useCustomerHistory } from '../../api/customers.ts'
import { words } from '../../language.ts'
import { AuditLink } from '../../ui/AuditLink.tsx'
import { Refusal } from '../../ui/Refusal.tsx'
import { Section } from '../../ui/Section.tsx'
import { When } from '../../ui/When.tsx'
import classes from './CustomerHistory.module.css'
import { saidIn } from './saidIn.ts'

const PLACES = 2

const text = words(
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
    title: 'History of the login',
    none: 'The audit trail has nothing about this customer.',
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
      {data ? <Entries entries={data.edges} /> : !error && <Places />}
      {!data && <Refusal error={error} />}
    </Section>
  )
}

function Entries({ entries }: { entries: readonly { node: LockEntry }[] }) {
  if (entries.length === 0) return <p className={classes.none}>{text.none}</p>
  return (
    <ol className={classes.entries}>
      {entries.map(({ node }) => (
        <li key={node.id} className={classes.entry}>
          <span className={classes.when}>
            <When at={node.at} />
          </span>
          <Entry entry={node} />
        </li>
      ))}
    </ol>
  )
}

function Entry({ entry: { action, actor, after } }: { entry: LockEntry }) {
  const deed = action === 'customer.lock' || action === 'customer.unlock' ? text[action] : action
  const who = actor === 'ingest' || actor === 'system' ? text[actor] : actor
  const why = saidIn(after)
  return (
    <div>
      <p>
        <strong className={classes.deed}>{deed}</strong> {text.by} {who}
      </p>
      {why && <p className={classes.why}>{why}</p>}
    </div>
  )
}

function Places() {
  return (
    <ol className={classes.entries}>
      {Array.from({ length: PLACES }, (_, place) => (
        <li key={place} className={classes.entry}>
          <Skeleton height={12} width={70} my={4} />
          <Skeleton height={12} width="60%" my={4} />
        </li>
      ))}
    </ol>
  )
}
