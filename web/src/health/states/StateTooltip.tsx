import { Tooltip } from '@mantine/core'
import { type State } from '../../generated/graphql.ts'
import { localize } from '../../i18n.ts'
import classes from './StateTooltip.module.css'
import { lastSampleText } from '../lastSampleText.ts'
import { StateBadge } from './StateBadge.tsx'
import { formatRelative, formatTime } from '../../format/formatTime.ts'
import { useNow } from '../../ui/useNow.ts'

const text = localize(
  {
    notYet: 'Sin evaluar todavía.',
    since: (time: string, age: string) => `Desde ${time} (${age})`,
  },
  { notYet: 'Not evaluated yet.', since: (time, age) => `Since ${time} (${age})` },
)

type Evaluated = { reason: string | null; state: State; stateSince: string; lastSampleAt: string | null }

/**
 * A state with a tooltip that shows its reason, its age and, if it is unknown, its last sample. Shown on hover, touch
 * and focus.
 */
export function StateTooltip({ state, stateSince, lastSampleAt, reason }: Evaluated) {
  const now = useNow()
  const since = text.since(formatTime(stateSince, now), formatRelative(stateSince, now))
  const lastSample = lastSampleText({ state, lastSampleAt }, now)
  return (
    <Tooltip
      multiline
      maw={340}
      withArrow
      openDelay={150}
      events={{ hover: true, focus: true, touch: true }}
      label={
        <>
          {reason ?? text.notYet}
          <span className={classes.since}>{since}</span>
          {lastSample && <span className={classes.since}>{lastSample}</span>}
        </>
      }
    >
      <button type="button" className={classes.state}>
        <StateBadge state={state} />
      </button>
    </Tooltip>
  )
}
