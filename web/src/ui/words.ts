import { type HttpMethod, type State } from '../generated/graphql.ts'

/** Stands for whatever is not known; never replaced by a zero. */
export const UNKNOWN = '—'

/** The exact labels of the states. */
export const stateLabels = {
  OPERATIVO: 'Operativo',
  DEGRADADO: 'Degradado',
  FALLANDO: 'Fallando',
  DESCONOCIDO: 'Desconocido',
} as const satisfies Record<State, string>

/** The states, worst first, as filters offer them. */
export const states = ['FALLANDO', 'DEGRADADO', 'OPERATIVO', 'DESCONOCIDO'] as const satisfies readonly State[]

/** The methods, as filters offer them. */
export const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const satisfies readonly HttpMethod[]
