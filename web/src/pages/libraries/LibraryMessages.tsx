import { Link } from '@tanstack/react-router'
import { type Library, type LibraryMessage } from '../../api/libraries.ts'
import { plural, words } from '../../language.ts'
import { titles } from '../../titles.ts'
import { showWhole } from '../../ui/numbers.ts'
import { Section } from '../../ui/Section.tsx'
import { sinliStatusLabels } from '../../ui/sinliStatus.ts'
import { When } from '../../ui/When.tsx'
import classes from './Related.module.css'
import { RelatedPlaces } from './RelatedPlaces.tsx'

type Props = {
  code: string
  /** Undefined while loading. */
  sinliId: string | null | undefined
  messages: Library['sinliMessages'] | undefined
}

const text = words(
  {
    all: (count: number) => plural(count, 'Ver el mensaje', `Ver los ${showWhole(count)}`),
    none: 'Ningún mensaje SINLI trata de esta librería.',
    outside: 'Esta librería no tiene identificador SINLI: no participa en el intercambio.',
    unknown: 'Documento sin identificar',
    from: (name: string) => `de ${name}`,
    to: (name: string) => `para ${name}`,
  },
  {
    all: (count) => plural(count, 'See the message', `See all ${showWhole(count)}`),
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
    <Section title={titles.messages} aside={aside} busy={!messages}>
      {messages ? <Listed messages={messages.edges} sinliId={sinliId ?? null} /> : <RelatedPlaces />}
    </Section>
  )
}

function Listed({ messages, sinliId }: { messages: Library['sinliMessages']['edges']; sinliId: string | null }) {
  if (messages.length === 0) return <p className={classes.none}>{sinliId === null ? text.outside : text.none}</p>
  return (
    <ul>
      {messages.map(({ node }) => (
        <li key={node.id} className={classes.item}>
          <span className={classes.what}>
            <Link to="/messages/$id" params={{ id: node.id }} className={classes.link}>
              {node.document ?? text.unknown}
            </Link>
            <span className={classes.detail}>
              {otherParty(node, sinliId)} <When at={node.receivedAt} ago />
            </span>
          </span>
          <span className={classes.status} data-status={node.status}>
            {sinliStatusLabels[node.status]}
          </span>
        </li>
      ))}
    </ul>
  )
}

// The party that is not this library: the sender of a message it received, the receiver of one it sent.
function otherParty({ sender, receiver }: LibraryMessage, sinliId: string | null) {
  if (sender && sender.id !== sinliId) return `${text.from(sender.name ?? sender.id)} ·`
  return receiver ? `${text.to(receiver.name ?? receiver.id)} ·` : ''
}
