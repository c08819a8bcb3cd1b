import { localize } from '../../i18n.ts'

/** Labels of the actions on destinations, mutes and maintenance windows. */
export const alertActions = localize(
  {
    group: 'Avisos',
    actions: {
      'destination.create': 'Destino añadido',
      'destination.update': 'Destino cambiado',
      'destination.delete': 'Destino eliminado',
      'destination.test': 'Destino probado',
      'destination.rotate': 'Secreto de firma cambiado',
      'delivery.redeliver': 'Aviso enviado de nuevo',
      'mute.begin': 'Avisos silenciados',
      'mute.end': 'Avisos reanudados',
      'maintenance.plan': 'Mantenimiento planificado',
      'maintenance.end': 'Mantenimiento terminado',
    },
  },
  {
    group: 'Alerts',
    actions: {
      'destination.create': 'Destination added',
      'destination.update': 'Destination changed',
      'destination.delete': 'Destination deleted',
      'destination.test': 'Destination tested',
      'destination.rotate': 'Signing secret rotated',
      'delivery.redeliver': 'Alert sent again',
      'mute.begin': 'Alerts muted',
      'mute.end': 'Alerts resumed',
      'maintenance.plan': 'Maintenance planned',
      'maintenance.end': 'Maintenance ended',
    },
  },
)
