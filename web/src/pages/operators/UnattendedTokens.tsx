import { type OperatorRow } from '../../api/auth/operators.ts'
import { localize, plural } from '../../i18n.ts'
import classes from './OperatorsPage.module.css'

const text = localize(
  {
    title: 'Claves que nadie vigila',
    reason:
      'Son cuentas del proveedor de identidad que no han entrado en 30 días. El proveedor no avisa de quién se ha ido: hay que desactivar a quien ya no deba tener acceso.',
    tokens: (name: string, email: string, count: number) =>
      `${name} (${email}, ${plural(count, '1 clave', `${count} claves`)})`,
  },
  {
    title: 'Unattended tokens',
    reason:
      'These are accounts of the identity provider that have not signed in for 30 days. The provider does not tell who has left: disable those that should have no access any more.',
    tokens: (name, email, count) => `${name} (${email}, ${plural(count, '1 token', `${count} tokens`)})`,
  },
)

/** The identity provider's accounts that no longer sign in although their tokens are still valid; empty without any. */
export function UnattendedTokens({ operators }: { operators: readonly OperatorRow[] }) {
  const holders = operators.filter(({ unattendedTokens }) => (unattendedTokens ?? 0) > 0)
  if (holders.length === 0) return null
  return (
    <div className={classes.notice} role="note" aria-label={text.title}>
      <p>
        <strong>{text.title}:</strong>{' '}
        {holders.map(({ name, email, unattendedTokens }) => text.tokens(name, email, unattendedTokens ?? 0)).join(', ')}
        .
      </p>
      <p>{text.reason}</p>
    </div>
  )
}
