import { Tooltip } from '@mantine/core'
import { type State } from '../generated/graphql.ts'
import classes from './ExplainedState.module.css'
import { StateMark } from './StateMark.tsx'
import { showAge, showTime } from './times.ts'
import { useNow } from './useNow.ts'

type Judged = { state: State; stateSince: string; reason?: string | null | undefined }

/** A state that says why and since when, under the pointer, the finger or the keyboard's focus. */
export function ExplainedState({ state, stateSince, reason }: Judged) {
  const now = useNow()
  const since = `Desde ${showTime(stateSince, now)} (${showAge(stateSince, now)})`
  return (
    <Tooltip
      multiline
      maw={340}
      withArrow
      openDelay={150}
      events={{ hover: true, focus: true, touch: true }}
      label={
        <>
          {reason ?? 'Todavía no se ha podido juzgar.'}
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
