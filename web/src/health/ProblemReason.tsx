import { type State } from '../generated/graphql.ts'
import classes from './ProblemReason.module.css'

type Evaluated = { reason: string | null; evidence: { reports: object | null } | null; state: State }

/**
 * Reason of a failing or degraded state, or of a state that is unknown because a service is silent. Always visible in
 * lists; other states show their reason in a tooltip.
 */
export const ProblemReason = ({ subject }: { subject: Evaluated }) =>
  isVisible[subject.state](subject) && <span className={classes.reason}>{subject.reason}</span>

const isVisible: Record<State, (subject: Evaluated) => boolean> = {
  FALLANDO: () => true,
  DEGRADADO: () => true,
  OPERATIVO: () => false,
  DESCONOCIDO: ({ evidence }) => !!evidence?.reports,
}
