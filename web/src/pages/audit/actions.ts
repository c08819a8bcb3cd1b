import { words } from '../../language.ts'

/** Actions on one kind of object, each with its label. */
type ActionGroup = { group: string; actions: Record<string, string> }

/** Labels of the known actions, grouped by kind of object. Source: docs/audit.md. */
export const actionGroups = words<readonly ActionGroup[]>(
  [
    {
      group: 'Acceso',
      actions: {
        'sign-in': 'Inicio de sesión',
        'sign-in.failed': 'Inicio de sesión fallido',
        'sign-in.lockout': 'Acceso bloqueado por intentos fallidos',
        'sign-out': 'Cierre de sesión',
        'sign-out.everywhere': 'Cierre de todas las sesiones',
        'session.end': 'Cierre de otra sesión',
      },
    },
    {
      group: 'Operadores',
      actions: {
        'operator.add': 'Alta de operador',
        'operator.role': 'Cambio de rol',
        'operator.disable': 'Operador desactivado',
        'operator.enable': 'Operador activado',
        'operator.password': 'Cambio de contraseña propia',
        'operator.password-failed': 'Cambio de contraseña fallido',
        'operator.password-reset': 'Contraseña restablecida',
      },
    },
    {
      group: 'Clientes',
      actions: { 'customer.lock': 'Bloqueo de cliente', 'customer.unlock': 'Desbloqueo de cliente' },
    },
    {
      group: 'Incidentes',
      actions: {
        'incident.opened': 'Incidente abierto',
        'incident.escalated': 'Incidente agravado',
        'incident.deescalated': 'Incidente atenuado',
        'incident.acknowledged': 'Incidente atendido',
        'incident.acknowledgement_withdrawn': 'Atención retirada',
        'incident.note': 'Nota en un incidente',
        'incident.no_data': 'Incidente sin datos',
        'incident.data_returned': 'Vuelven los datos',
        'incident.unstable': 'Incidente inestable',
        'incident.resolved': 'Incidente resuelto',
        'incident.reopened': 'Incidente reabierto',
      },
    },
    { group: 'Integraciones', actions: { 'integration.replay': 'Reproceso de mensajes' } },
  ],
  [
    {
      group: 'Access',
      actions: {
        'sign-in': 'Sign-in',
        'sign-in.failed': 'Failed sign-in',
        'sign-in.lockout': 'Locked out after failed sign-ins',
        'sign-out': 'Sign-out',
        'sign-out.everywhere': 'Sign-out everywhere',
        'session.end': 'Another session ended',
      },
    },
    {
      group: 'Operators',
      actions: {
        'operator.add': 'Operator added',
        'operator.role': 'Role changed',
        'operator.disable': 'Operator disabled',
        'operator.enable': 'Operator enabled',
        'operator.password': 'Own password changed',
        'operator.password-failed': 'Failed change of password',
        'operator.password-reset': 'Password reset',
      },
    },
    {
      group: 'Customers',
      actions: { 'customer.lock': 'Customer locked', 'customer.unlock': 'Customer unlocked' },
    },
    {
      group: 'Incidents',
      actions: {
        'incident.opened': 'Incident opened',
        'incident.escalated': 'Incident escalated',
        'incident.deescalated': 'Incident de-escalated',
        'incident.acknowledged': 'Incident acknowledged',
        'incident.acknowledgement_withdrawn': 'Acknowledgement withdrawn',
        'incident.note': 'Note on an incident',
        'incident.no_data': 'Incident without data',
        'incident.data_returned': 'Data returned',
        'incident.unstable': 'Incident unstable',
        'incident.resolved': 'Incident resolved',
        'incident.reopened': 'Incident reopened',
      },
    },
    { group: 'Integrations', actions: { 'integration.replay': 'Messages replayed' } },
  ],
)

const known = new Map(actionGroups.flatMap(({ actions }) => Object.entries(actions)))

/** The label of an action; undefined if the action is unknown. */
export const actionInWords = (action: string): string | undefined => known.get(action)
