import { Link } from '@tanstack/react-router'
import { type Kind } from '../generated/graphql.ts'
import { pageTitles } from '../pageTitles.ts'

/** Link to the thresholds of a subject. */
export function PolicyLink({ kind, id }: { kind: Kind; id: string }) {
  const label = pageTitles.policy
  if (kind === 'ENDPOINTS') return <Link to="/endpoints/$id/policy" params={{ id }} children={label} />
  if (kind === 'LIBRERIAS') return <Link to="/libraries/$code/policy" params={{ code: id }} children={label} />
  return <Link to="/integrations/$key/policy" params={{ key: id }} children={label} />
}
