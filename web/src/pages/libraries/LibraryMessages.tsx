import { Link } from '@tanstack/react-router'
import { type Library, type LibraryMessage } from '../../api/trade/libraries.ts'
import { plural, localize } from '../../i18n.ts'
import { pageTitles } from '../../pageTitles.ts'
import { formatInteger } from '../../format/formatNumber.ts'
import { Section } from '../../ui/layout/Section.tsx'
import { sinliStatusLabels } from '../messages/statusLabels.ts'
import { findSharedMinutes, SharedMinutes } from '../../ui/display/sharedMinutes.ts'
import { Timestamp } from '../../ui/display/Timestamp.tsx'
import classes from './Related.module.css'
import { RelatedSkeleton } from './RelatedSkeleton.tsx'

type Props = {
  code: string
  /** Undefined while loading. */
  sinliId: string | null | undefined
  messages: Library['sinliMessages'] | undefined
}

const text = localize(
  {
    all: (count: number) => plural(count, 'Ver el mensaje', `Ver los ${formatInteger(count)}`),
    none: 'Ningún mensaje SINLI trata de esta librería.',
    outside: 'Esta librería no tiene identificador SINLI: no participa en el intercambio.',
    unknown: 'Documento sin identificar',
    from: (name: string) => `de ${name}`,
    to: (name: string) => `para ${name}`,
  },
  {
    all: (count) => plural(count, 'See the message', `See all ${formatInteger(count)}`),
    none: 'No SINLI message is about this bookshop.',
    outside: 'This bookshop has no SINLI id: it takes no part in the exchange.',
    unknown: 'Unidentified document',
    from: (name) => `from ${name}`,
    to: (name) => `to ${name}`,
  },
)

/** The latest SINLI messages that a library sent or received. */
export function LibraryMessages({ code, sinliId, messages }: Props) {
  const aside = messages?.totalCount ? (
    <Link to="/messages" search={{ library: code }}>
      {text.all(messages.totalCount)}
    </Link>
  ) : null
  return (
    <Section title={pageTitles.messages} aside={aside} busy={!messages}>
      {messages ? <MessageList messages={messages.edges} sinliId={sinliId ?? null} /> : <RelatedSkeleton />}
    </Section>
  )
}

function MessageList({ messages, sinliId }: { messages: Library['sinliMessages']['edges']; sinliId: string | null }) {
  if (messages.length === 0) return <p className={classes.none}>{sinliId === null ? text.outside : text.none}</p>
  return (
    <ul>
      <SharedMinutes value={findSharedMinutes(messages.map(({ node }) => node.receivedAt))}>
        {messages.map(({ node }) => (
          <li key={node.id} className={classes.item}>
            <span className={classes.text}>
              <Link to="/messages/$id" params={{ id: node.id }} className={classes.link}>
                {node.document ?? text.unknown}
              </Link>
              <span className={classes.detail}>
                {otherParty(node, sinliId)} <Timestamp at={node.receivedAt} ago />
              </span>
            </span>
            <span className={classes.status} data-status={node.status}>
              {sinliStatusLabels[node.status]}
            </span>
          </li>
        ))}
      </SharedMinutes>
    </ul>
  )
}

// The party that is not this library: the sender of a message it received, the receiver of one it sent.
function otherParty({ sender, receiver }: LibraryMessage, sinliId: string | null) {
  if (sender && sender.id !== sinliId) return `${text.from(sender.name ?? sender.id)} ·`
  return receiver ? `${text.to(receiver.name ?? receiver.id)} ·` : ''
}
