import { type State } from '../generated/graphql.ts'
import { reasonOf } from './reasons.ts'
import classes from './WhyWrong.module.css'

type Judged = Parameters<typeof reasonOf>[0] & { state: State }

/** In a list, what is wrong is said without being asked; the rest can be asked of the state. */
export function WhyWrong({ of }: { of: Judged }) {
  const isWrong = of.state === 'FALLANDO' || of.state === 'DEGRADADO'
  return isWrong && <span className={classes.why}>{reasonOf(of)}</span>
}
