import { useState } from 'react'
import { Button, Skeleton } from '@mantine/core'
import { type Health, type StateChange } from '../../api/health.ts'
import { words } from '../../language.ts'
import { showWhole } from '../../ui/numbers.ts'
import { reasonOf } from '../../ui/reasons.ts'
import { Section } from '../../ui/Section.tsx'
import { StateMark } from '../../ui/StateMark.tsx'
import { useNow } from '../../ui/useNow.ts'
import { When } from '../../ui/When.tsx'
import classes from './StateChanges.module.css'
import { type Window } from './windows.ts'

const text = words(
  {
    title: 'Cambios de estado',
    none: 'Ninguno en este periodo.',
    from: 'antes',
    all: (n: string) => `Ver los ${n} cambios`,
  },
  { title: 'Changes of state', none: 'None in this period.', from: 'before', all: (n) => `View all ${n} changes` },
)

const SHOWN = 8

/** The changes of state within a window, newest first, each with its reason. */
export function StateChanges({ health, window }: { health: Health | undefined; window: Window }) {
  const now = useNow()
  const [all, setAll] = useState(false)
  const since = now.getTime() - window.lastsMs
  const changes = health?.transitions.filter(({ at }) => Date.parse(at) >= since)
  const shown = all ? changes : changes?.slice(0, SHOWN)
  return (
    <Section title={text.title} aside={window.label} busy={!health}>
      <ol className={classes.changes}>
        {shown?.map((change) => <Change key={`${change.at}${change.to}`} change={change} />) ?? <Place />}
        {changes?.length === 0 && <li className={classes.none}>{text.none}</li>}
      </ol>
      {changes && shown && shown.length < changes.length && (
        <Button
          variant="subtle"
          size="compact-sm"
          m={8}
          onClick={() => {
            setAll(true)
          }}
        >
          {text.all(showWhole(changes.length))}
        </Button>
      )}
    </Section>
  )
}

function Change({ change }: { change: StateChange }) {
  const { at, from, to } = change
  return (
    <li className={classes.change}>
      <span className={classes.when}>
        <When at={at} />
      </span>
      <span className={classes.states}>
        <StateMark state={from} />
        <span aria-hidden="true">→</span>
        <StateMark state={to} />
      </span>
      <span className={classes.reason}>{reasonOf(change)}</span>
    </li>
  )
}

const Place = () => (
  <li className={classes.none}>
    <Skeleton component="span" display="block" height={12} width="60%" my={4} />
  </li>
)
