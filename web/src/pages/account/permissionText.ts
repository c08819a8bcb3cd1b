import { type Permission } from '../../api/auth/session.ts'
import { language, localize } from '../../i18n.ts'

type ReadPermission = Extract<Permission, `read:${string}`>

const actionTexts: Record<Exclude<Permission, ReadPermission>, string> = localize(
  {
    'acknowledge:Incident': 'Atender incidentes',
    'resolve:Incident': 'Resolver incidentes',
    'manage:Destination': 'Gestionar los destinos de los avisos',
    'mute:Incident': 'Silenciar avisos',
    'plan:Maintenance': 'Planificar mantenimientos',
    'unlock:Customer': 'Desbloquear el acceso de clientes',
    'onboard:Library': 'Dar de alta librerías',
    'replay:Integration': 'Reprocesar mensajes SINLI',
    'preview:Policy': 'Simular umbrales sin guardarlos',
    'manage:Policy': 'Cambiar umbrales',
    'manage:Operator': 'Administrar operadores',
    'manage:Subject': 'Cambiar los datos y los límites de endpoints, librerías e integraciones',
    'explore:Schema': 'Consultar el esquema de la API',
  },
  {
    'acknowledge:Incident': 'Take incidents',
    'resolve:Incident': 'Resolve incidents',
    'manage:Destination': 'Manage the destinations of alerts',
    'mute:Incident': 'Mute alerts',
    'plan:Maintenance': 'Plan maintenance',
    'unlock:Customer': 'Unlock customers',
    'onboard:Library': 'Onboard bookshops',
    'replay:Integration': 'Replay SINLI messages',
    'preview:Policy': 'Simulate thresholds without saving them',
    'manage:Policy': 'Change thresholds',
    'manage:Operator': 'Manage operators',
    'manage:Subject': 'Change the details and limits of endpoints, bookshops and integrations',
    'explore:Schema': 'Read the schema of the API',
  },
)

const readTexts: Record<ReadPermission, string> = localize(
  {
    'read:Inventory': 'los endpoints',
    'read:Panel': 'las notificaciones',
    'read:Incident': 'los incidentes',
    'read:Library': 'las librerías',
    'read:Customer': 'los clientes',
    'read:Supplier': 'los proveedores',
    'read:Integration': 'las integraciones y sus mensajes',
    'read:Destination': 'los destinos de los avisos',
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
    'read:Supplier': 'the suppliers',
    'read:Integration': 'the integrations and their messages',
    'read:Destination': 'the destinations of alerts',
    'read:Search': 'the search',
    'read:Audit': 'the audit trail',
    'read:Session': 'your account',
  },
)

const list = new Intl.ListFormat(language, { type: 'conjunction' })

/** The read permissions, as one enumeration. */
export const readPermissionsText = (permissions: readonly string[]): string =>
  list.format(Object.entries(readTexts).flatMap(([permission, name]) => (permissions.includes(permission) ? name : [])))

/** All permissions other than reading, and whether `permissions` contains each of them. */
export const actionPermissions = (permissions: readonly string[]): { action: string; isAllowed: boolean }[] =>
  Object.entries(actionTexts).map(([permission, action]) => ({ action, isAllowed: permissions.includes(permission) }))

/** A permission with its name. */
type NamedPermission = { value: string; label: string }

const name = (texts: Record<string, string>, permissions: readonly string[]): NamedPermission[] =>
  Object.entries(texts).flatMap(([value, label]) => (permissions.includes(value) ? { value, label } : []))

/** The permissions to read in `permissions`, each with the name of the data. */
export const readPermissions = (permissions: readonly string[]): NamedPermission[] =>
  name(readTexts, permissions).map(({ value, label }) => ({ value, label: capitalize(label) }))

/** The permissions other than reading in `permissions`, with their names. */
export const otherPermissions = (permissions: readonly string[]): NamedPermission[] => name(actionTexts, permissions)

const capitalize = (words: string) => words.charAt(0).toLocaleUpperCase() + words.slice(1)
