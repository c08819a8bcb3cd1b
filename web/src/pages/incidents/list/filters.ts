import { type IncidentFilter, type Kind, type Severity } from '../../../generated/graphql.ts'
import { severities } from '../../../health/labels.ts'
import { kindOrder } from '../../../subjects/kinds.ts'
import { parseOneOf, omitUndefined } from '../../../ui/list/searchParams.ts'

/** Filters of the list of incidents, as in the URL. Absent filters are ignored. */
export type IncidentFilters = { kind?: Kind; severity?: Severity; situation?: Situation }

/**
 * Situations of an incident that the filter offers. `open` matches every open incident that counts, acknowledged or
 * not.
 */
export const situations = ['open', 'unattended', 'attended', 'suppressed', 'over'] as const
export type Situation = (typeof situations)[number]

/** Reads the filters from a URL; invalid parameters are ignored. */
export const readIncidentFilters = (search: Record<string, unknown>): IncidentFilters =>
  omitUndefined({
    kind: parseOneOf(kindOrder, search.kind),
    severity: parseOneOf(severities, search.severity),
    situation: parseOneOf(situations, search.situation),
  })

const filterBySituation: Record<Situation, IncidentFilter> = {
  open: { open: true, suppressed: false },
  unattended: { status: 'OPEN', suppressed: false },
  attended: { status: 'ACKNOWLEDGED' },
  suppressed: { open: true, suppressed: true },
  over: { open: false },
}

/** Converts the filters to those of the GraphQL query. */
export const toIncidentFilter = ({ situation, severity, ...rest }: IncidentFilters): IncidentFilter => ({
  ...rest,
  ...(severity && { shownSeverity: severity }),
  ...(situation && filterBySituation[situation]),
})
