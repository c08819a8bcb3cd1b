import { Tooltip } from '@mantine/core'
import { type State } from '../generated/graphql.ts'
import { words } from '../language.ts'
import classes from './ExplainedState.module.css'
import { reasonOf } from './reasons.ts'
import { StateMark } from './StateMark.tsx'
import { showAge, showTime } from './times.ts'
import { useNow } from './useNow.ts'

const text = words(
  {
    notYet: 'Todavía no se ha podido juzgar.',
    since: (time: string, age: string) => `Desde ${time} (${age})`,
  },
  { notYet: 'It could not be judged yet.', since: (time, age) => `Since ${time} (${age})` },
)

type Judged = Parameters<typeof reasonOf>[0] & { state: State; stateSince: string }

/** State with its reason and age in a tooltip, on hover, touch and focus. */
export function ExplainedState({ state, stateSince, ...judged }: Judged) {
  const now = useNow()
  const since = text.since(showTime(stateSince, now), showAge(stateSince, now))
  return (
    <Tooltip
      multiline
      maw={340}
      withArrow
      openDelay={150}
      events={{ hover: true, focus: true, touch: true }}
      label={
        <>
          {reasonOf(judged) ?? text.notYet}
          <span className={classes.since}>{since}</span>
        </>
      }
    >
      <button type="button" className={classes.state}>
        <StateMark state={state} />
      </button>
    </Tooltip>
  )
}
