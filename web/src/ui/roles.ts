import { type Role } from '../generated/graphql.ts'
import { words } from '../language.ts'

/** Roles, each with more permissions than the one before it. */
export const roles = ['lector', 'operador', 'admin'] as const satisfies readonly Role[]

/** Labels of the roles. */
export const roleLabels: Record<Role, string> = words(
  { lector: 'Lector', operador: 'Operador', admin: 'Administrador' },
  { lector: 'Reader', operador: 'Operator', admin: 'Administrator' },
)

/** Permissions of each role, in a sentence. */
export const roleSentences: Record<Role, string> = words(
  {
    lector: 'Ve todo y no cambia nada.',
    operador: 'Además atiende y resuelve incidentes, desbloquea clientes y reprocesa mensajes SINLI.',
    admin: 'Además añade operadores, cambia su rol y los desactiva.',
  },
  {
    lector: 'Sees everything and changes nothing.',
    operador: 'Also takes and resolves incidents, unlocks customers and replays SINLI messages.',
    admin: 'Also adds operators, changes their role and disables them.',
  },
)
