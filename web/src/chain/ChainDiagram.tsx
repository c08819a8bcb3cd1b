import { useState } from 'react'
import { Link } from '@tanstack/react-router'
import { type Chain } from '../api/messages/chain.ts'
import { formatDate } from '../format/formatTime.ts'
import { localize } from '../i18n.ts'
import { StatusDot } from '../ui/display/StatusDot.tsx'
import { type ChainBox, type ChainType, toColumns } from './chainColumns.ts'
import { ChainConnectors } from './ChainConnectors.tsx'
import { formatUnits, groupTitles, listShortfalls, quantityOf, quantityTitles } from './labels.ts'
import classes from './ChainDiagram.module.css'

const text = localize(
  {
    noNumber: 'Sin número',
    notReceived: 'No recibido',
    notProcessed: 'Recibido, sin procesar',
    current: 'Este documento',
    connections: 'Viene de',
    from: (number: string, units: string | null) => (units === null ? `de ${number}` : `${units} de ${number}`),
  },
  {
    noNumber: 'No number',
    notReceived: 'Not received',
    notProcessed: 'Received, not processed',
    current: 'This document',
    connections: 'Refers to',
    from: (number, units) => (units === null ? `of ${number}` : `${units} of ${number}`),
  },
)

/**
 * Maximum number of links to draw. With more, the lines cross too much, and each document lists its connections
 * instead.
 */
const MAX_DRAWN_LINKS = 40

/** The documents of a chain in columns by type, connected by lines. On a phone the columns are stacked. */
export function ChainDiagram({ chain, documentId }: { chain: Chain; documentId: string }) {
  const [frame, setFrame] = useState<HTMLDivElement | null>(null)
  const isDrawn = chain.links.length <= MAX_DRAWN_LINKS
  return (
    <div className={classes.frame} ref={setFrame} data-drawn={isDrawn || undefined}>
      {isDrawn && frame && <ChainConnectors frame={frame} links={chain.links} />}
      <ol className={classes.columns}>
        {toColumns(chain).map((groups) => (
          <li key={groups[0]?.type} className={classes.column}>
            {groups.map((group) => (
              <div key={group.type} className={classes.group}>
                <GroupHead type={group.type} chain={chain} />
                <ul className={classes.boxes} aria-label={groupTitles[group.type]}>
                  {group.boxes.map((box) => (
                    <li key={box.id}>
                      <Box box={box} isCurrent={box.id === documentId} />
                    </li>
                  ))}
                </ul>
              </div>
            ))}
          </li>
        ))}
      </ol>
    </div>
  )
}

function GroupHead({ type, chain: { totals } }: { type: ChainType; chain: Chain }) {
  const quantity = quantityOf[type]
  return (
    <div>
      <h3 className={classes.title}>{groupTitles[type]}</h3>
      <p className={classes.total}>
        {quantityTitles[quantity]}: {formatUnits(totals[quantity])}
      </p>
      {listShortfalls(totals, type).map(({ name, tone }) => (
        <p key={name} className={classes.shortfall}>
          <StatusDot tone={tone}>{name}</StatusDot>
        </p>
      ))}
    </div>
  )
}

function Box({ box, isCurrent }: { box: ChainBox; isCurrent: boolean }) {
  const { id, messageId, isStored, number, date, units, connections } = box
  return (
    <div className={classes.box} data-box={id} data-absent={!isStored || undefined} data-current={isCurrent}>
      {messageId === null ? (
        <span className={classes.number}>{number}</span>
      ) : (
        <Link
          to="/messages/$id"
          params={{ id: messageId }}
          search={isStored ? { view: 'chain' } : {}}
          className={classes.number}
        >
          {number ?? text.noNumber}
        </Link>
      )}
      {isCurrent && <span className={classes.detail}>{text.current}</span>}
      {date !== null && <span className={classes.detail}>{formatDate(`${date}T12:00:00Z`)}</span>}
      {!isStored && (
        <span className={classes.absent}>
          <StatusDot tone="bad">{messageId === null ? text.notReceived : text.notProcessed}</StatusDot>
        </span>
      )}
      {units !== null && units > 0 && <span className={classes.detail}>{formatUnits(units)}</span>}
      {connections.length > 0 && <Connections connections={connections} />}
    </div>
  )
}

function Connections({ connections }: Pick<ChainBox, 'connections'>) {
  return (
    <ul className={classes.connections} aria-label={text.connections}>
      {connections.map(({ from, number, quantity }) => (
        <li key={from}>{text.from(number ?? text.noNumber, quantity === null ? null : formatUnits(quantity))}</li>
      ))}
    </ul>
  )
}
