import { Link } from '@tanstack/react-router'
import { words } from '../language.ts'

const text = words({ trail: 'Ver en la auditoría' }, { trail: 'See in the audit trail' })

/** Link to the audit entries of one object, given as `kind:key`, e.g. `customer:c-100`. */
export function AuditLink({ object }: { object: string }) {
  return (
    <Link to="/audit" search={{ object }}>
      {text.trail}
    </Link>
  )
}
