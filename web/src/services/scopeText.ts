import { localize } from '../i18n.ts'
import { type ServiceScope } from '../api/restTypes.ts'
import { keysOf } from '../ui/labels.ts'

const labels: Record<ServiceScope, string> = localize(
  {
    'ingest:observations': 'Observaciones de endpoints, librerías e integraciones',
    'ingest:records': 'Clientes, librerías e inicios de sesión',
    'ingest:sinli': 'Mensajes SINLI',
  },
  {
    'ingest:observations': 'Observations of endpoints, bookshops and integrations',
    'ingest:records': 'Customers, bookshops and sign-ins',
    'ingest:sinli': 'SINLI messages',
  },
)

/** The scopes of a service token, each labelled with the data that it allows the service to send. */
export const serviceScopes: readonly { value: string; label: string }[] = keysOf(labels).map((value) => ({
  value,
  label: labels[value],
}))

/** The names of the data that a token allows a service to send. */
export const scopeNames = (scopes: readonly string[]): string[] =>
  scopes.map((scope) => serviceScopes.find(({ value }) => value === scope)?.label ?? scope)
