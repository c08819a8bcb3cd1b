import { useState } from 'react'
import { Button, Skeleton } from '@mantine/core'
import { type Health, type StateChange } from '../../api/health/health.ts'
import { localize } from '../../i18n.ts'
import { formatInteger } from '../../format/formatNumber.ts'
import { Section } from '../../ui/layout/Section.tsx'
import { StateBadge } from './StateBadge.tsx'
import { useNow } from '../../ui/useNow.ts'
import { findSharedMinutes, SharedMinutes } from '../../ui/display/sharedMinutes.ts'
import { Timestamp } from '../../ui/display/Timestamp.tsx'
import classes from './StateChanges.module.css'
import { type ChartWindow } from '../charts/chartWindows.ts'

const text = localize(
  {
    title: 'Cambios de estado',
    none: 'Ninguno en este periodo.',
    from: 'antes',
    all: (n: string) => `Ver los ${n} cambios`,
  },
  { title: 'State changes', none: 'None in this period.', from: 'before', all: (n) => `View all ${n} changes` },
)

const MAX_SHOWN = 8

/** The changes of state within a window, newest first, each with its reason. */
export function StateChanges({ health, window }: { health: Health | undefined; window: ChartWindow }) {
  const now = useNow()
  const [showsAll, setShowsAll] = useState(false)
  const since = now.getTime() - window.durationMs
  const changes = health?.transitions.filter(({ at }) => Date.parse(at) >= since)
  const visible = showsAll ? changes : changes?.slice(0, MAX_SHOWN)
  return (
    <Section title={text.title} aside={window.label} busy={!health}>
      <ol className={classes.changes}>
        <SharedMinutes value={findSharedMinutes(visible?.map(({ at }) => at) ?? [])}>
          {visible?.map((change) => <Change key={`${change.at}${change.to}`} change={change} />) ?? <ChangeSkeleton />}
        </SharedMinutes>
        {changes?.length === 0 && <li className={classes.none}>{text.none}</li>}
      </ol>
      {changes && visible && visible.length < changes.length && (
        <Button
          variant="subtle"
          size="compact-sm"
          m={8}
          onClick={() => {
            setShowsAll(true)
          }}
        >
          {text.all(formatInteger(changes.length))}
        </Button>
      )}
    </Section>
  )
}

function Change({ change }: { change: StateChange }) {
  const { at, from, to } = change
  return (
    <li className={classes.change}>
      <span className={classes.time}>
        <Timestamp at={at} />
      </span>
      <span className={classes.states}>
        <StateBadge state={from} />
        <span aria-hidden="true">→</span>
        <StateBadge state={to} />
      </span>
      <span className={classes.reason}>{change.reason}</span>
    </li>
  )
}

const ChangeSkeleton = () => (
  <li className={classes.none}>
    <Skeleton component="span" display="block" height={12} width="60%" my={4} />
  </li>
)
