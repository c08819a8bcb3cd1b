import { type Role } from '../../generated/graphql.ts'
import { localize } from '../../i18n.ts'
import { keysOf } from '../../ui/labels.ts'

/** Labels of the roles, in order: each has more permissions than the previous one. */
export const roleLabels: Record<Role, string> = localize(
  { lector: 'Lector', operador: 'Operador', admin: 'Administrador' },
  { lector: 'Reader', operador: 'Operator', admin: 'Administrator' },
)

/** The roles, in the same order. */
export const roles = keysOf(roleLabels)

/** Permissions of each role, in a sentence. */
export const roleDescriptions: Record<Role, string> = localize(
  {
    lector: 'Ve todo y no cambia nada.',
    operador:
      'Además atiende y resuelve incidentes, silencia avisos, planifica mantenimientos, desbloquea clientes y reprocesa mensajes SINLI.',
    admin: 'Además gestiona operadores, umbrales, responsables y destinos de avisos.',
  },
  {
    lector: 'Sees everything and changes nothing.',
    operador:
      'Also takes and resolves incidents, mutes alerts, plans maintenance, unlocks customers and replays SINLI messages.',
    admin: 'Also manages operators, thresholds, owners and destinations of alerts.',
  },
)
