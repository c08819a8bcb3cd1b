import { localize } from '../../i18n.ts'
import { alertActions } from './alertActions.ts'

/** Actions on one kind of object, each with its label. */
type ActionGroup = { group: string; actions: Record<string, string> }

/** The action of a replay; the audit trail uses it for simulated replays too. */
export const replayAction = 'integration.replay'
/** The action of a simulated replay. Only this page uses the name; the server has no such action. */
export const dryRunAction = `${replayAction}.dry-run`

/** Labels of the known actions, grouped by kind of object. Source: docs/audit.md. */
export const actionGroups: readonly ActionGroup[] = [
  ...localize<readonly ActionGroup[]>(
    [
      {
        group: 'Acceso',
        actions: {
          'sign-in': 'Inicio de sesión',
          'sign-in.break-glass': 'Inicio de sesión de emergencia',
          'sign-in.failed': 'Inicio de sesión fallido',
          'sign-in.lockout': 'Acceso bloqueado por intentos fallidos',
          'sign-out': 'Cierre de sesión',
          'sign-out.everywhere': 'Cierre de todas las sesiones',
          'sign-out.provider': 'Cierre de sesión en el proveedor de identidad',
          'session.end': 'Cierre de otra sesión',
        },
      },
      {
        group: 'Operadores',
        actions: {
          'operator.add': 'Alta de operador',
          'operator.role': 'Cambio de rol',
          'operator.link': 'Cuenta vinculada al proveedor de identidad',
          'operator.allow-link': 'Vinculación al proveedor de identidad permitida',
          'operator.disable': 'Operador desactivado',
          'operator.enable': 'Operador activado',
          'operator.password': 'Cambio de contraseña propia',
          'operator.password-failed': 'Cambio de contraseña fallido',
          'operator.password-reset': 'Contraseña restablecida',
        },
      },
      {
        group: 'Claves',
        actions: { 'token.create': 'Clave creada', 'token.revoke': 'Clave revocada' },
      },
      {
        group: 'Clientes',
        actions: { 'customer.lock': 'Bloqueo de cliente', 'customer.unlock': 'Desbloqueo de cliente' },
      },
      {
        group: 'Incidentes',
        actions: {
          'incident.opened': 'Incidente abierto',
          'incident.escalated': 'Gravedad aumentada',
          'incident.deescalated': 'Gravedad reducida',
          'incident.acknowledged': 'Incidente atendido',
          'incident.acknowledgement_withdrawn': 'Asignación retirada',
          'incident.released': 'Incidente soltado',
          'incident.taken_over': 'Relevo en un incidente',
          'incident.note': 'Nota en un incidente',
          'incident.no_data': 'Incidente sin datos',
          'incident.data_returned': 'Incidente con datos de nuevo',
          'incident.unstable': 'Incidente inestable',
          'incident.resolved': 'Incidente resuelto',
          'incident.reopened': 'Incidente reabierto',
          'incident.suppressed': 'Incidente que no cuenta',
          'incident.unsuppressed': 'Incidente que vuelve a contar',
        },
      },
      {
        group: 'Integraciones',
        actions: {
          [replayAction]: 'Reproceso de mensajes',
          [dryRunAction]: 'Simulación de reproceso',
          'heartbeat.create': 'Tarea programada añadida',
          'heartbeat.update': 'Tarea programada cambiada',
          'heartbeat.rotate': 'Dirección de una tarea cambiada',
          'heartbeat.resume': 'Tarea programada reanudada',
          'service.interval': 'Intervalo de un servicio cambiado',
        },
      },
      {
        group: 'Endpoints, librerías e integraciones',
        actions: {
          'subject.details': 'Cambio de responsable, guía o criticidad',
          'subject.retire': 'Librería o integración retirada',
          'endpoint.import': 'Endpoints de un servicio',
          'endpoint.retire': 'Retirada de endpoints confirmada',
          'subject.dependencies': 'Cambio de dependencias',
          'policy.set': 'Cambio de umbrales',
        },
      },
      {
        group: 'Altas',
        actions: {
          'onboarding.start': 'Pruebas de una librería empezadas',
          'onboarding.complete': 'Paso de un alta marcado',
          'onboarding.waive': 'Paso de un alta dispensado',
          'onboarding.move': 'Etapa de un alta cambiada',
          'onboarding.check': 'Correo de una librería comprobado',
          'onboarding.assign': 'Responsable de un alta cambiado',
        },
      },
    ],
    [
      {
        group: 'Access',
        actions: {
          'sign-in': 'Sign-in',
          'sign-in.break-glass': 'Emergency sign-in',
          'sign-in.failed': 'Failed sign-in',
          'sign-in.lockout': 'Locked out after failed sign-ins',
          'sign-out': 'Sign-out',
          'sign-out.everywhere': 'Sign-out everywhere',
          'sign-out.provider': 'Sign-out at the identity provider',
          'session.end': 'Another session ended',
        },
      },
      {
        group: 'Operators',
        actions: {
          'operator.add': 'Operator added',
          'operator.role': 'Role changed',
          'operator.link': 'Account linked to the identity provider',
          'operator.allow-link': 'Linking to the identity provider allowed',
          'operator.disable': 'Operator disabled',
          'operator.enable': 'Operator enabled',
          'operator.password': 'Own password changed',
          'operator.password-failed': 'Password change failed',
          'operator.password-reset': 'Password reset',
        },
      },
      {
        group: 'Tokens',
        actions: { 'token.create': 'Token created', 'token.revoke': 'Token revoked' },
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
          'incident.acknowledged': 'Incident assigned',
          'incident.acknowledgement_withdrawn': 'Assignment withdrawn',
          'incident.released': 'Incident released',
          'incident.taken_over': 'Incident taken over',
          'incident.note': 'Note on an incident',
          'incident.no_data': 'Incident without data',
          'incident.data_returned': 'Incident has data again',
          'incident.unstable': 'Incident unstable',
          'incident.resolved': 'Incident resolved',
          'incident.reopened': 'Incident reopened',
          'incident.suppressed': 'Incident suppressed',
          'incident.unsuppressed': 'Incident unsuppressed',
        },
      },
      {
        group: 'Integrations',
        actions: {
          [replayAction]: 'Messages replayed',
          [dryRunAction]: 'Simulated replay',
          'heartbeat.create': 'Scheduled job added',
          'heartbeat.update': 'Scheduled job changed',
          'heartbeat.rotate': 'Address of a job changed',
          'heartbeat.resume': 'Scheduled job resumed',
          'service.interval': 'Interval of a service changed',
        },
      },
      {
        group: 'Endpoints, bookshops and integrations',
        actions: {
          'subject.details': 'Owner, runbook or criticality changed',
          'subject.retire': 'Bookshop or integration retired',
          'endpoint.import': 'Endpoints of a service',
          'endpoint.retire': 'Retirement of endpoints confirmed',
          'subject.dependencies': 'Dependencies changed',
          'policy.set': 'Thresholds changed',
        },
      },
      {
        group: 'Onboarding',
        actions: {
          'onboarding.start': 'Tests of a bookshop begun',
          'onboarding.complete': 'Step of an onboarding ticked',
          'onboarding.waive': 'Step of an onboarding waived',
          'onboarding.move': 'Stage of an onboarding changed',
          'onboarding.check': 'E-mail of a bookshop checked',
          'onboarding.assign': 'Person in charge of an onboarding changed',
        },
      },
    ],
  ),
  alertActions,
]
