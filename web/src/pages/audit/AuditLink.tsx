import { Link } from '@tanstack/react-router'
import { words } from '../../language.ts'

const text = words({ ofThis: 'Auditoría de este objeto' }, { ofThis: 'Audit of this object' })

/** Leads to everything that was done to one object, given as `kind:key`, e.g. `customer:c-100`. */
export function AuditLink({ object }: { object: string }) {
  return (
    <Link to="/audit" search={{ object }}>
      {text.ofThis}
    </Link>
  )
}
