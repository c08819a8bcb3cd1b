import { type State } from '../generated/graphql.ts'
import { reasonOf } from './reasons.ts'
import classes from './WhyWrong.module.css'

type Judged = Parameters<typeof reasonOf>[0] & { state: State }

/** Reason of a failing or degraded state, always visible in lists; other states show theirs in a tooltip. */
export function WhyWrong({ of }: { of: Judged }) {
  const isWrong = of.state === 'FALLANDO' || of.state === 'DEGRADADO'
  return isWrong && <span className={classes.why}>{reasonOf(of)}</span>
}
