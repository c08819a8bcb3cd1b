import { Link } from '@tanstack/react-router'
import { SINLI_INBOUND } from '../../api/integrations.ts'
import { words } from '../../language.ts'
import { titles } from '../../titles.ts'

const text = words({ entry: 'Entrada SINLI' }, { entry: 'Inbound SINLI' })

/** Link from a message or replay back to its integration. */
export function BackToSinli() {
  return (
    <>
      <Link to="/integrations">{titles.integrations}</Link>
      {' / '}
      <Link to="/integrations/$key" params={{ key: SINLI_INBOUND }}>
        {text.entry}
      </Link>
    </>
  )
}
