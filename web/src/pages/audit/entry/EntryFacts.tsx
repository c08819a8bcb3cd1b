import { type ReactNode } from 'react'
import { useRouter } from '@tanstack/react-router'
import { type AuditEntry } from '../../../api/auth/audit.ts'
import { localize } from '../../../i18n.ts'
import { AuditLink } from '../AuditLink.tsx'
import { FollowLink } from '../../../tracing/FollowLink.tsx'
import { CopyButton } from '../../../ui/buttons/CopyButton.tsx'
import { formatFullTime } from '../../../format/formatTime.ts'
import { NO_VALUE } from '../../../format/noValue.ts'
import { ActorName } from '../ActorName.tsx'
import classes from './EntryFacts.module.css'
import { ObjectName } from '../ObjectName.tsx'

const text = localize(
  {
    number: 'Entrada',
    what: 'Acción',
    when: 'Cuándo',
    who: 'Quién',
    object: 'Objeto',
    address: 'Dirección',
    request: 'Petición',
    copyRequest: 'Copiar el identificador de la petición',
    link: 'Copiar enlace',
    linkTo: 'Copiar enlace a esta entrada',
    noRequest: 'No procede de una petición',
  },
  {
    number: 'Entry',
    what: 'Action',
    when: 'When',
    who: 'Who',
    object: 'Object',
    address: 'Address',
    request: 'Request',
    copyRequest: 'Copy the id of the request',
    link: 'Copy link',
    linkTo: 'Copy link to this entry',
    noRequest: 'Not from a request',
  },
)

/** Actor, action, object, time and origin of an entry, each with a button to copy it. */
export function EntryFacts({ entry }: { entry: AuditEntry }) {
  const link = useLinkTo(entry)
  return (
    <>
      <dl className={classes.facts}>
        <Fact name={text.what}>
          <code className={classes.raw}>{entry.action}</code>
        </Fact>
        <Fact name={text.when}>
          <time dateTime={entry.at}>{formatFullTime(entry.at)}</time>
        </Fact>
        <Fact name={text.who}>
          <ActorName entry={entry} />
        </Fact>
        <Fact name={text.object}>
          <ObjectName entry={entry} />
          <span className={classes.more}>
            <AuditLink object={entry.object} />
          </span>
        </Fact>
        <Fact name={text.address}>
          <code className={classes.raw}>{entry.address ?? NO_VALUE}</code>
        </Fact>
        <Fact name={text.request}>
          <Request id={entry.requestId} />
        </Fact>
        <Fact name={text.number}>
          <span className={classes.line}>
            <code className={classes.raw}>{entry.id}</code>
            <CopyButton value={link} label={text.linkTo}>
              {text.link}
            </CopyButton>
          </span>
        </Fact>
      </dl>
    </>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={classes.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function Request({ id }: { id: string | null }) {
  if (id === null) return text.noRequest
  return (
    <span className={classes.line}>
      <code className={classes.raw}>{id}</code>
      <CopyButton value={id} label={text.copyRequest} />
      <FollowLink id={`request:${id}`} />
    </span>
  )
}

function useLinkTo({ id }: AuditEntry): string {
  const { href } = useRouter().buildLocation({ to: '/audit', search: { entry: Number(id) } })
  return `${location.origin}${href}`
}
