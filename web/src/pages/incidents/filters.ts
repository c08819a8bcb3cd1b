import { type IncidentFilter, type Kind, type Severity } from '../../generated/graphql.ts'
import { oneOf, present } from '../../ui/list/search.ts'

/** What narrows the list of incidents, as it stands in the URL. What is absent does not filter. */
export type IncidentFilters = { kind?: Kind; severity?: Severity; situation?: Situation }

/** Where an incident may stand, as filters offer it: `open` is whatever is not over, attended or not. */
export const situations = ['open', 'unattended', 'attended', 'over'] as const
export type Situation = (typeof situations)[number]

/** The kinds and the severities, as filters offer them. */
export const kinds = ['LIBRERIAS', 'ENDPOINTS', 'INTEGRACIONES'] as const satisfies readonly Kind[]
export const severities = ['FALLANDO', 'DEGRADADO'] as const satisfies readonly Severity[]

/** Reads the filters from a URL; whatever does not make sense is as if it were absent. */
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

/** The same, as the server is asked. */
export const asFilter = ({ situation, ...rest }: IncidentFilters): IncidentFilter => ({
  ...rest,
  ...(situation && asked[situation]),
})
