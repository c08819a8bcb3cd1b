import { type ServiceToken, useRevokeServiceToken } from '../../api/auth/tokens.ts'
import { NO_VALUE } from '../../format/noValue.ts'
import { localize } from '../../i18n.ts'
import { Expiry } from '../../tokens/Expiry.tsx'
import { RevokeToken } from '../../tokens/RevokeToken.tsx'
import { type Column } from '../../ui/table/columns.ts'
import { ReplaceToken } from './ReplaceToken.tsx'
import { LastHeard } from './LastHeard.tsx'
import { Sends } from '../../services/Sends.tsx'
import { type Source } from './source.ts'
import { SourceName } from './SourceName.tsx'

const text = localize(
  {
    service: 'Servicio',
    sends: 'Envía',
    heard: 'Última señal',
    expires: 'Caduca',
    actions: 'Acciones',
  },
  {
    service: 'Service',
    sends: 'Sends',
    heard: 'Last heard',
    expires: 'Expires',
    actions: 'Actions',
  },
)

/** Columns of a source of data, including the button to revoke its token. */
export const sourceColumns: readonly Column<Source>[] = [
  { id: 'service', title: text.service, width: 200, wide: true, cell: (source) => <SourceName source={source} /> },
  {
    id: 'sends',
    title: text.sends,
    cell: ({ telemetry, token }) => <Sends telemetry={telemetry} scopes={token?.scopes} />,
  },
  { id: 'heard', title: text.heard, width: 220, cell: (source) => <LastHeard source={source} /> },
  {
    id: 'expires',
    title: text.expires,
    width: 130,
    cell: ({ token }) => (token ? <Expiry at={token.expiresAt} /> : NO_VALUE),
  },
  {
    id: 'actions',
    title: text.actions,
    width: 190,
    wide: 'last',
    cell: ({ token }) => token && <Actions token={token} />,
  },
]

function Actions({ token }: { token: ServiceToken }) {
  return (
    <>
      <ReplaceToken token={token} /> <RevokeToken token={token} revoke={useRevokeServiceToken()} />
    </>
  )
}
