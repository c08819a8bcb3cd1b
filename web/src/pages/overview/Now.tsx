import { useState } from 'react'
import { Button, Skeleton } from '@mantine/core'
import { type Panel, useNotifications, worstAndLongest } from '../../api/notifications.ts'
import { plural, words } from '../../language.ts'
import { Failure } from '../../ui/Failure.tsx'
import { Section } from '../../ui/Section.tsx'
import { useNow } from '../../ui/useNow.ts'
import { Calm } from './Calm.tsx'
import classes from './Now.module.css'
import { NowRow } from './NowRow.tsx'

/** Incidents shown before the operator asks for the rest. */
const AT_FIRST = 8

const text = words(
  {
    title: 'Ahora mismo',
    open: (n: number) => plural(n, '1 abierto', `${String(n)} abiertos`),
    untaken: (n: number) => `${String(n)} sin atender`,
    rest: (n: number) => plural(n, 'Mostrar 1 más', `Mostrar ${String(n)} más`),
  },
  {
    title: 'Right now',
    open: (n) => `${String(n)} open`,
    untaken: (n) => `${String(n)} with nobody at it`,
    rest: (n) => `Show ${String(n)} more`,
  },
)

/** The open incidents, by severity, then by age; or a message that there are none. */
export function Now() {
  const { data: panel, error, refetch } = useNotifications()
  return (
    <Section title={text.title} aside={panel && panel.badge > 0 && summaryOf(panel)} busy={!panel}>
      {panel && (panel.badge === 0 ? <Calm panel={panel} /> : <Incidents panel={panel} />)}
      {!panel && !error && <Placeholder />}
      {!panel && error && <Failure error={error} onRetry={() => void refetch()} />}
    </Section>
  )
}

function Incidents({ panel }: { panel: Panel }) {
  const now = useNow()
  const [showsAll, setShowsAll] = useState(false)
  const incidents = worstAndLongest(panel)
  const shown = showsAll ? incidents : incidents.slice(0, AT_FIRST)
  return (
    <>
      <ul>
        {shown.map((incident) => (
          <NowRow key={incident.id} incident={incident} now={now} />
        ))}
      </ul>
      {shown.length < incidents.length && (
        <Button
          variant="subtle"
          size="xs"
          className={classes.rest}
          onClick={() => {
            setShowsAll(true)
          }}
        >
          {text.rest(incidents.length - shown.length)}
        </Button>
      )}
    </>
  )
}

function summaryOf(panel: Panel): string {
  const untaken = worstAndLongest(panel).filter(({ status }) => status === 'OPEN').length
  return [text.open(panel.badge), ...(untaken > 0 ? [text.untaken(untaken)] : [])].join(' · ')
}

function Placeholder() {
  return (
    <div className={classes.row}>
      <Skeleton height={12} width={72} my={4} />
      <Skeleton height={12} width="60%" my={4} />
      <Skeleton height={12} width={96} my={4} />
      <Skeleton height={12} width={96} my={4} />
    </div>
  )
}
