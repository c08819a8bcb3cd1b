import { type Permission, useSession } from '../api/auth/session.ts'
import { localize } from '../i18n.ts'
import { roleLabels } from '../pages/operators/roles.ts'
import classes from './MissingPermission.module.css'

const actions = localize(
  {
    'acknowledge:Incident': 'atender ni resolver incidentes',
    'unlock:Customer': 'desbloquear clientes',
    'replay:Integration': 'reprocesar mensajes',
    'manage:Subject': 'editar estos datos',
    'manage:Destination': 'cambiar los destinos',
    'plan:Maintenance': 'planificar mantenimientos',
    'onboard:Library': 'dar de alta librerías',
    'manage:Operator': 'ver ni cambiar las claves de los servicios',
  },
  {
    'acknowledge:Incident': 'take or resolve incidents',
    'unlock:Customer': 'unlock customers',
    'replay:Integration': 'reprocess messages',
    'manage:Subject': 'edit these details',
    'manage:Destination': 'change destinations',
    'plan:Maintenance': 'plan maintenance',
    'onboard:Library': 'onboard bookshops',
    'manage:Operator': 'see or change the tokens of services',
  },
) satisfies Partial<Record<Permission, string>>

const text = localize(
  { notAllowed: (role: string, action: string) => `Tu rol, ${role}, no permite ${action}.` },
  { notAllowed: (role, action) => `Your role, ${role}, does not allow you to ${action}.` },
)

/** Explains in one line why actions are missing to an operator without the permission; empty for others. */
export function MissingPermission({ permission }: { permission: keyof typeof actions }) {
  const { role, permissions } = useSession()
  if (permissions.includes(permission)) return null
  return <p className={classes.line}>{text.notAllowed(roleLabels[role].toLowerCase(), actions[permission])}</p>
}
