import { Link } from '@tanstack/react-router'
import { type Kind } from '../generated/graphql.ts'
import { pageTitles } from '../pageTitles.ts'
import { kinds } from '../subjects/kinds.ts'

/** Link to the thresholds of a subject. */
export const PolicyLink = ({ kind, id }: { kind: Kind; id: string }) => (
  <Link {...kinds[kind].policy(id)}>{pageTitles.policy}</Link>
)
