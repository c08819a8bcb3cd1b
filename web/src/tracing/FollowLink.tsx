import { Link } from '@tanstack/react-router'
import { usePermission } from '../api/auth/session.ts'
import { localize } from '../i18n.ts'

const text = localize({ follow: 'Ver la traza' }, { follow: 'View the trace' })

/** Link to the trace of one object, given as `kind:id`; empty without the permission to trace. */
export function FollowLink({ id }: { id: string }) {
  if (!usePermission('read:Search')) return null
  return (
    <Link to="/trace" search={{ id }}>
      {text.follow}
    </Link>
  )
}
