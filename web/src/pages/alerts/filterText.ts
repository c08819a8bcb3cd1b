import { type Destination } from '../../api/incidents/destinations.ts'
import { stateLabels } from '../../health/labels.ts'
import { localize } from '../../i18n.ts'
import { scopeText } from '../../subjects/scope.ts'
import { isFailingOnly } from './destinations/form/destinationDraft.ts'

const text = localize(
  { only: (severity: string) => `solo ${severity.toLowerCase()}`, critical: 'solo lo crítico' },
  { only: (severity) => `only ${severity.toLowerCase()}`, critical: 'only critical ones' },
)

/** Summary of the incidents that a destination receives. */
export const filterText = (filter: Destination['filter']): string =>
  [
    scopeText(filter),
    ...(isFailingOnly(filter.severities) ? [text.only(stateLabels.FALLANDO)] : []),
    ...(filter.criticalOnly ? [text.critical] : []),
  ].join(', ')
