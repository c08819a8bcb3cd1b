import { type ApiToken, useRevokeMyToken } from '../../api/auth/tokens.ts'
import { localize } from '../../i18n.ts'
import { Expiry } from '../../tokens/Expiry.tsx'
import { LastUse } from '../../tokens/LastUse.tsx'
import { RevokeToken } from '../../tokens/RevokeToken.tsx'
import { TokenName } from '../../tokens/TokenName.tsx'
import { type Column } from '../../ui/table/columns.ts'
import { otherPermissions, readPermissions, readPermissionsText } from './permissionText.ts'

const text = localize(
  {
    token: 'Clave',
    allows: 'Permite',
    used: 'Último uso',
    expires: 'Caduca',
    actions: 'Acciones',
    see: (list: string) => `Ver ${list}`,
    only: (name: string) => `Solo la operación ${name}`,
  },
  {
    token: 'Token',
    allows: 'Allows',
    used: 'Last use',
    expires: 'Expires',
    actions: 'Actions',
    see: (list) => `See ${list}`,
    only: (name) => `Only the operation ${name}`,
  },
)

/** Columns of one of the operator's API tokens, including the button to revoke it. */
export const tokenColumns: readonly Column<ApiToken>[] = [
  { id: 'token', title: text.token, width: 220, wide: true, cell: (token) => <TokenName token={token} /> },
  { id: 'allows', title: text.allows, cell: (token) => describeScopes(token) },
  { id: 'used', title: text.used, width: 200, cell: (token) => <LastUse token={token} /> },
  { id: 'expires', title: text.expires, width: 130, cell: ({ expiresAt }) => <Expiry at={expiresAt} /> },
  { id: 'actions', title: text.actions, width: 120, wide: 'last', cell: (token) => <RevokeButton token={token} /> },
]

function describeScopes({ scopes, document }: ApiToken): string {
  const parts = [
    document && text.only(document.name),
    readPermissions(scopes).length > 0 && text.see(readPermissionsText(scopes)),
    ...otherPermissions(scopes).map(({ label }) => label),
  ]
  return parts.filter(Boolean).join('. ')
}

function RevokeButton({ token }: { token: ApiToken }) {
  return <RevokeToken token={token} revoke={useRevokeMyToken()} />
}
