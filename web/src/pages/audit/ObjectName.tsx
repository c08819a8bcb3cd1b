import { Link, linkOptions } from '@tanstack/react-router'
import { type AuditEntry } from '../../api/audit.ts'
import { useMay } from '../../api/session.ts'
import { words } from '../../language.ts'
import { Breakable } from '../../ui/Breakable.tsx'
import classes from './ObjectName.module.css'
import { type AuditObject, readObject, shortId, subjectOf } from './objects.ts'

const kinds: Partial<Record<string, string>> = words(
  {
    customer: 'Cliente',
    endpoint: 'Endpoint',
    incident: 'Incidente',
    integration: 'Integración',
    library: 'Librería',
    message: 'Mensaje SINLI',
    operator: 'Operador',
    replay: 'Reproceso',
  },
  {
    customer: 'Customer',
    endpoint: 'Endpoint',
    incident: 'Incident',
    integration: 'Integration',
    library: 'Bookshop',
    message: 'SINLI message',
    operator: 'Operator',
    replay: 'Replay',
  },
)

/** The object of an entry: its name, linked to its page if it has one, above its kind. */
export function ObjectName({ entry }: { entry: Pick<AuditEntry, 'object' | 'after'> }) {
  const object = readObject(entry.object)
  const subject = subjectOf(entry)
  const name = subject ?? shortId(object.key)
  const kind = kinds[object.kind] ?? object.kind
  return (
    <span className={classes.object} title={entry.object}>
      <Linked object={object} name={name} />
      <span className={classes.kind}>{subject ? `${kind} ${shortId(object.key)}` : kind}</span>
    </span>
  )
}

function Linked({ object, name }: { object: AuditObject; name: string }) {
  const mayManage = useMay('manage:Operator')
  const page = pageOf(object)
  if (!page || (object.kind === 'operator' && !mayManage)) return <Breakable text={name} />
  return (
    <Link {...page} className={classes.link}>
      <Breakable text={name} />
    </Link>
  )
}

function pageOf({ kind, key }: AuditObject) {
  const pages = {
    customer: linkOptions({ to: '/customers/$id', params: { id: key } }),
    endpoint: linkOptions({ to: '/endpoints/$id', params: { id: key } }),
    incident: linkOptions({ to: '/incidents/$id', params: { id: key } }),
    integration: linkOptions({ to: '/integrations/$key', params: { key } }),
    library: linkOptions({ to: '/libraries/$code', params: { code: key } }),
    message: linkOptions({ to: '/messages/$id', params: { id: key } }),
    operator: linkOptions({ to: '/operators' }),
    replay: linkOptions({ to: '/replays/$id', params: { id: key } }),
  }
  return Object.hasOwn(pages, kind) ? pages[kind as keyof typeof pages] : undefined
}
