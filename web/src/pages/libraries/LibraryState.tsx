import { Skeleton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type Library } from '../../api/libraries.ts'
import { words } from '../../language.ts'
import { reasonOf } from '../../ui/reasons.ts'
import { StateMark } from '../../ui/StateMark.tsx'
import { showAge, showTime } from '../../ui/times.ts'
import { useNow } from '../../ui/useNow.ts'
import classes from './LibraryState.module.css'

const text = words(
  {
    since: (time: string, age: string) => `desde ${time} (${age})`,
    notYet: 'Todavía no se ha podido juzgar: no ha llegado ninguna muestra.',
    incident: 'Ver el incidente abierto',
  },
  {
    since: (time, age) => `since ${time} (${age})`,
    notYet: 'It could not be judged yet: no sample has arrived.',
    incident: 'See the open incident',
  },
)

/** How a library is, since when, why, and the incident that it is part of. */
export function LibraryState({ library }: { library: Library | undefined }) {
  const now = useNow()
  if (!library) return <Skeleton className={classes.waiting} />
  const { state, stateSince, openIncident } = library
  return (
    <div className={classes.state} data-state={state}>
      <p className={classes.since}>
        <StateMark state={state} />
        <span>{text.since(showTime(stateSince, now), showAge(stateSince, now))}</span>
      </p>
      <p className={classes.reason}>{reasonOf(library) ?? text.notYet}</p>
      {openIncident && (
        <p className={classes.incident}>
          <Link to="/incidents/$id" params={{ id: openIncident.id }}>
            {text.incident}
          </Link>
        </p>
      )}
    </div>
  )
}
