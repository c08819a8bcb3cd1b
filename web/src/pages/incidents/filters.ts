import { type IncidentFilter, type Kind, type Severity } from '../../generated/graphql.ts'
import { oneOf, present } from '../../ui/list/search.ts'

/** Filters of the list of incidents, as in the URL. Absent ones do not filter. */
export type IncidentFilters = { kind?: Kind; severity?: Severity; situation?: Situation }

/** Situations of an incident, as the filter offers them: `open` is every unresolved one, acknowledged or not. */
export const situations = ['open', 'unattended', 'attended', 'over'] as const
export type Situation = (typeof situations)[number]

/** The kinds and severities, as the filters offer them. */
export const kinds = ['LIBRERIAS', 'ENDPOINTS', 'INTEGRACIONES'] as const satisfies readonly Kind[]
export const severities = ['FALLANDO', 'DEGRADADO'] as const satisfies readonly Severity[]

/** Reads the filters from a URL; invalid parameters are ignored. */
export const readIncidentFilters = (search: Record<string, unknown>): IncidentFilters =>
  present({
    kind: oneOf(kinds, search.kind),
    severity: oneOf(severities, search.severity),
    situation: oneOf(situations, search.situation),
  })

const asked: Record<Situation, IncidentFilter> = {
  open: { open: true },
  unattended: { status: 'OPEN' },
  attended: { status: 'ACKNOWLEDGED' },
  over: { open: false },
}

/** Converts the filters to those of the GraphQL query. */
export const asFilter = ({ situation, ...rest }: IncidentFilters): IncidentFilter => ({
  ...rest,
  ...(situation && asked[situation]),
})
