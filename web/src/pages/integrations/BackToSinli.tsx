import { Link } from '@tanstack/react-router'
import { SINLI_INBOUND } from '../../api/integrations.ts'
import { words } from '../../language.ts'
import { titles } from '../../titles.ts'

const text = words({ entry: 'Entrada SINLI' }, { entry: 'Inbound SINLI' })

/** The way back from what came in to the integration that took it in. */
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
