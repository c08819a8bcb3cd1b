import { type Severity, type State } from '../generated/graphql.ts'
import { localize } from '../i18n.ts'
import { keysOf } from '../ui/labels.ts'

/** Labels of the states, worst first; the Spanish ones are the platform's exact ones. */
export const stateLabels: Record<State, string> = localize(
  { FALLANDO: 'Fallando', DEGRADADO: 'Degradado', OPERATIVO: 'Operativo', DESCONOCIDO: 'Desconocido' },
  { FALLANDO: 'Failing', DEGRADADO: 'Degraded', OPERATIVO: 'Operational', DESCONOCIDO: 'Unknown' },
)

/** States in the order of filters. */
export const states = keysOf(stateLabels)

/** Tone of a number of incidents by their severity, worst first. */
export const severityTones: Record<Severity, 'alarm' | 'warning'> = { FALLANDO: 'alarm', DEGRADADO: 'warning' }

/** Severities, worst first. */
export const severities = keysOf(severityTones)
