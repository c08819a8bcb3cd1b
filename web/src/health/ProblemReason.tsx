import { type State } from '../generated/graphql.ts'
import { reasonText } from './reasonText.ts'
import classes from './ProblemReason.module.css'

type Evaluated = Parameters<typeof reasonText>[0] & { state: State }

/**
 * Reason of a failing or degraded state, and of one that is unknown because a service is silent, always visible in
 * lists; other states show theirs in a tooltip.
 */
export function ProblemReason({ subject }: { subject: Evaluated }) {
  const { state, evidence } = subject
  const isLost = state === 'DESCONOCIDO' && !!evidence?.reports
  return (
    (state === 'FALLANDO' || state === 'DEGRADADO' || isLost) && (
      <span className={classes.reason}>{reasonText(subject)}</span>
    )
  )
}
