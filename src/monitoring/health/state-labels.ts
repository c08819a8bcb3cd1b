import type { State } from './rule/state.ts'

/** Labels of the states, and of the severities of the same name, in REST, commands and screens. */
export const labels = {
  OPERATIVO: 'Operativo',
  DEGRADADO: 'Degradado',
  FALLANDO: 'Fallando',
  DESCONOCIDO: 'Desconocido',
} as const satisfies Record<State, string>

/** The state with this label. */
export const stateOf = (label: (typeof labels)[State]): State => statesByLabel[label]

const statesByLabel = Object.fromEntries(Object.entries(labels).map(([state, label]) => [label, state])) as Record<
  (typeof labels)[State],
  State
>
