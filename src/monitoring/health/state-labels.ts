import type { State } from './rule/state.ts'

/** What a state, and the severity of the same name, is called over REST, by the commands and on screens. */
export const labels = {
  OPERATIVO: 'Operativo',
  DEGRADADO: 'Degradado',
  FALLANDO: 'Fallando',
  DESCONOCIDO: 'Desconocido',
} as const satisfies Record<State, string>

/** A state by its label. */
export const stateOf = (label: (typeof labels)[State]): State => statesByLabel[label]

const statesByLabel = Object.fromEntries(Object.entries(labels).map(([state, label]) => [label, state])) as Record<
  (typeof labels)[State],
  State
>
