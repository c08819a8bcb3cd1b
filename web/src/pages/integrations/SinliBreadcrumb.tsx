import { Link } from '@tanstack/react-router'
import { SINLI_INBOUND } from '../../api/trade/integrations.ts'
import { localize } from '../../i18n.ts'
import { pageTitles } from '../../pageTitles.ts'

const text = localize({ entry: 'Entrada SINLI' }, { entry: 'Inbound SINLI' })

/** Link from a message or replay back to its integration. */
export function SinliBreadcrumb() {
  return (
    <>
      <Link to="/integrations">{pageTitles.integrations}</Link>
      {' / '}
      <Link to="/integrations/$key" params={{ key: SINLI_INBOUND }}>
        {text.entry}
      </Link>
    </>
  )
}
