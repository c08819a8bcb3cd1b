import { type State } from '../generated/graphql.ts'
import classes from './ProblemReason.module.css'

type Evaluated = { reason: string | null; evidence: { reports: object | null } | null; state: State }

/**
 * Reason of a failing or degraded state, and of one that is unknown because a service is silent, always visible in
 * lists; other states show theirs in a tooltip.
 */
export const ProblemReason = ({ subject }: { subject: Evaluated }) =>
  isVisible[subject.state](subject) && <span className={classes.reason}>{subject.reason}</span>

const isVisible: Record<State, (subject: Evaluated) => boolean> = {
  FALLANDO: () => true,
  DEGRADADO: () => true,
  OPERATIVO: () => false,
  DESCONOCIDO: ({ evidence }) => !!evidence?.reports,
}
