import { type State } from '../generated/graphql.ts'
import { reasonText } from './reasonText.ts'
import classes from './ProblemReason.module.css'

type Evaluated = Parameters<typeof reasonText>[0] & { state: State }

/** Reason of a failing or degraded state, always visible in lists; other states show theirs in a tooltip. */
export function ProblemReason({ subject }: { subject: Evaluated }) {
  const hasProblem = subject.state === 'FALLANDO' || subject.state === 'DEGRADADO'
  return hasProblem && <span className={classes.reason}>{reasonText(subject)}</span>
}
