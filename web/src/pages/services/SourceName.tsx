import { localize } from '../../i18n.ts'
import { TokenName } from '../../tokens/TokenName.tsx'
import classes from '../../tokens/tokens.module.css'
import { type Source } from './source.ts'

const text = localize(
  { shared: 'Clave de la configuración, con todos los permisos' },
  { shared: 'Token of the configuration, with all permissions' },
)

/** The name of the token that a source uses. */
export function SourceName({ source: { id, token } }: { source: Source }) {
  if (token) return <TokenName token={token} />
  return (
    <span className={classes.lines}>
      <span className={classes.name}>{id}</span>
      <span className={classes.secondary}>{text.shared}</span>
    </span>
  )
}
