import { Link } from '@tanstack/react-router'
import { localize } from '../../i18n.ts'

const text = localize({ trail: 'Ver en la auditoría' }, { trail: 'View in the audit trail' })

/** Link to the audit entries of one object, given as `kind:key`, e.g. `customer:c-100`. */
export function AuditLink({ object }: { object: string }) {
  return (
    <Link to="/audit" search={{ object }}>
      {text.trail}
    </Link>
  )
}
