import { localize } from '../i18n.ts'

/** The scopes of a service token, each with what it allows the service to send. */
export const serviceScopes: readonly { value: string; label: string }[] = localize(
  [
    { value: 'ingest:observations', label: 'Observaciones de endpoints, librerías e integraciones' },
    { value: 'ingest:records', label: 'Clientes, librerías e inicios de sesión' },
    { value: 'ingest:sinli', label: 'Mensajes SINLI' },
  ],
  [
    { value: 'ingest:observations', label: 'Observations of endpoints, bookshops and integrations' },
    { value: 'ingest:records', label: 'Customers, bookshops and sign-ins' },
    { value: 'ingest:sinli', label: 'SINLI messages' },
  ],
)

/** The names of what a token allows a service to send. */
export const scopeNames = (scopes: readonly string[]): string[] =>
  scopes.map((scope) => serviceScopes.find(({ value }) => value === scope)?.label ?? scope)
