import { type ReactNode } from 'react'
import { Link, linkOptions } from '@tanstack/react-router'
import { type AuditEntry } from '../../api/auth/audit.ts'
import { usePermission } from '../../api/auth/session.ts'
import { localize } from '../../i18n.ts'
import { BreakablePath } from '../../ui/display/BreakablePath.tsx'
import classes from './ObjectName.module.css'
import { type AuditObject, createdOrRevokedToken, parseAuditObject, shortId, incidentSubject } from './objects.ts'

const kinds: Partial<Record<string, string>> = localize(
  {
    customer: 'Cliente',
    delivery: 'Envío',
    destination: 'Destino de avisos',
    endpoint: 'Endpoint',
    incident: 'Incidente',
    integration: 'Integración',
    library: 'Librería',
    maintenance: 'Mantenimiento',
    message: 'Mensaje SINLI',
    mute: 'Avisos silenciados',
    operator: 'Operador',
    replay: 'Reproceso',
    token: 'Clave',
  },
  {
    customer: 'Customer',
    delivery: 'Delivery',
    destination: 'Alert destination',
    endpoint: 'Endpoint',
    incident: 'Incident',
    integration: 'Integration',
    library: 'Bookshop',
    maintenance: 'Maintenance',
    message: 'SINLI message',
    mute: 'Muted alerts',
    operator: 'Operator',
    replay: 'Replay',
    token: 'Token',
  },
)

/** The object of an entry: its name and its id, linked to its page if it has one, above its kind. */
export function ObjectName({ entry }: { entry: Pick<AuditEntry, 'object' | 'objectName' | 'before' | 'after'> }) {
  const object = parseAuditObject(entry.object)
  const key = shortId(object.key)
  const name = entry.objectName ?? incidentSubject(entry) ?? createdOrRevokedToken(entry) ?? key
  return (
    <span className={classes.object} title={entry.object}>
      <ObjectLink object={object}>
        <BreakablePath text={name} />
        {name !== key && <span className={classes.key}> {key}</span>}
      </ObjectLink>
      <span className={classes.kind}>{kinds[object.kind] ?? object.kind}</span>
    </span>
  )
}

function ObjectLink({ object, children }: { object: AuditObject; children: ReactNode }) {
  const canManage = usePermission('manage:Operator')
  const page = objectPage(object)
  if (!page || (object.kind === 'operator' && !canManage)) return <span>{children}</span>
  return (
    <Link {...page} className={classes.link}>
      {children}
    </Link>
  )
}

function objectPage({ kind, key }: AuditObject) {
  const pages = {
    customer: linkOptions({ to: '/customers/$id', params: { id: key } }),
    destination: linkOptions({ to: '/alerts/$id', params: { id: key } }),
    endpoint: linkOptions({ to: '/endpoints/$id', params: { id: key } }),
    incident: linkOptions({ to: '/incidents/$id', params: { id: key } }),
    integration: linkOptions({ to: '/integrations/$key', params: { key } }),
    library: linkOptions({ to: '/libraries/$code', params: { code: key } }),
    maintenance: linkOptions({ to: '/maintenance' }),
    message: linkOptions({ to: '/messages/$id', params: { id: key } }),
    operator: linkOptions({ to: '/operators' }),
    replay: linkOptions({ to: '/replays/$id', params: { id: key } }),
  }
  return Object.hasOwn(pages, kind) ? pages[kind as keyof typeof pages] : undefined
}
