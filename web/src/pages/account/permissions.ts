import { language, words } from '../../language.ts'

const deeds: Record<string, string> = words(
  {
    'acknowledge:Incident': 'Atender incidentes',
    'resolve:Incident': 'Resolver incidentes',
    'unlock:Customer': 'Desbloquear el acceso de clientes',
    'replay:Integration': 'Reprocesar mensajes SINLI',
    'manage:Operator': 'Administrar operadores',
  },
  {
    'acknowledge:Incident': 'Take incidents',
    'resolve:Incident': 'Resolve incidents',
    'unlock:Customer': 'Unlock customers',
    'replay:Integration': 'Replay SINLI messages',
    'manage:Operator': 'Administer operators',
  },
)

const sights: Record<string, string> = words(
  {
    'read:Inventory': 'los endpoints',
    'read:Panel': 'las notificaciones',
    'read:Incident': 'los incidentes',
    'read:Library': 'las librerías',
    'read:Customer': 'los clientes',
    'read:Integration': 'las integraciones y sus mensajes',
    'read:Search': 'la búsqueda',
    'read:Audit': 'la auditoría',
    'read:Session': 'tu cuenta',
  },
  {
    'read:Inventory': 'the endpoints',
    'read:Panel': 'the notifications',
    'read:Incident': 'the incidents',
    'read:Library': 'the bookshops',
    'read:Customer': 'the customers',
    'read:Integration': 'the integrations and their messages',
    'read:Search': 'the search',
    'read:Audit': 'the audit trail',
    'read:Session': 'your account',
  },
)

const list = new Intl.ListFormat(language, { type: 'conjunction' })

/** The read permissions, as one enumeration. */
export const sightsInWords = (permissions: readonly string[]): string =>
  list.format(Object.entries(sights).flatMap(([permission, name]) => (permissions.includes(permission) ? name : [])))

/** Every permission of any role besides reading, and whether `permissions` contain it. */
export const deedsInWords = (permissions: readonly string[]): { deed: string; isAllowed: boolean }[] =>
  Object.entries(deeds).map(([permission, deed]) => ({ deed, isAllowed: permissions.includes(permission) }))
