import { MAX_HITS } from '../api/search.ts'
import { type Hit, type HitGroup } from '../api/restTypes.ts'
import { type IncidentStatus } from '../generated/graphql.ts'
import { localize } from '../i18n.ts'
import { pageTitles } from '../pageTitles.ts'
import { sinliStatusLabels } from '../pages/messages/statusLabels.ts'
import { type PaletteGroup, type PaletteItem } from './paletteItem.ts'
import { fold } from './matchText.ts'

const text = localize(
  {
    shown: `se muestran ${String(MAX_HITS)}`,
    all: (list: string) => `Ver todo lo que coincide en ${list}`,
    statuses: { OPEN: 'Abierto', ACKNOWLEDGED: 'Atendido', RESOLVED: 'Resuelto' } satisfies Record<
      IncidentStatus,
      string
    >,
  },
  {
    shown: `showing ${String(MAX_HITS)}`,
    all: (list) => `See all matches in ${list}`,
    statuses: { OPEN: 'Open', ACKNOWLEDGED: 'Assigned', RESOLVED: 'Resolved' },
  },
)

const incidentLabels: Partial<Record<string, string>> = text.statuses
const messageLabels: Partial<Record<string, string>> = sinliStatusLabels

type Group = {
  /** Whether the list page of the group has a text filter. */
  isFilterable: boolean
  /** Whether hits of the group show their id. */
  hasCode: boolean
  formatDetail: (detail: string) => string
}

const asItIs = (detail: string) => detail

const groupTable: Record<HitGroup['group'], Group> = {
  libraries: { isFilterable: true, hasCode: true, formatDetail: formatPlace },
  customers: { isFilterable: true, hasCode: true, formatDetail: asItIs },
  endpoints: { isFilterable: true, hasCode: false, formatDetail: asItIs },
  incidents: { isFilterable: false, hasCode: false, formatDetail: (detail) => incidentLabels[detail] ?? detail },
  messages: { isFilterable: false, hasCode: false, formatDetail: formatMessage },
}

/** Converts search results to items; empty groups are left out. */
export const groupHits = (groups: readonly HitGroup[], query: string): PaletteGroup[] =>
  groups
    .filter(({ hits }) => hits.length > 0)
    .map(({ group, hits, more }) => ({
      id: group,
      title: pageTitles[group],
      note: more ? text.shown : undefined,
      items: [...hits.map((hit) => hitItem(group, hit)), ...(more ? viewAllItem(group, hits, query) : [])],
    }))

function hitItem(group: HitGroup['group'], { id, title, detail }: Hit): PaletteItem {
  const { hasCode, formatDetail } = groupTable[group]
  return {
    id: `${group}:${id}`,
    title,
    detail: detail ? formatDetail(detail) : undefined,
    aside: hasCode ? { code: id } : undefined,
    href: `/${group}/${encodeURIComponent(id)}`,
    isHit: true,
  }
}

// A list filters by the literal text only. If the search matched in other ways too, the list would lack hits, so no
// link is shown.
function viewAllItem(group: HitGroup['group'], hits: readonly Hit[], query: string): PaletteItem[] {
  const folded = fold(query)
  const contains = ({ id, title, detail }: Hit) => fold(`${id} ${title} ${detail ?? ''}`).includes(folded)
  if (!groupTable[group].isFilterable || !hits.every(contains)) return []
  const href = `/${group}?${new URLSearchParams({ q: query }).toString()}`
  return [{ id: `${group}:all`, title: text.all(pageTitles[group]), href, isHit: true, isInterfaceText: true }]
}

/** Shows a town with the same name as its province only once. */
function formatPlace(detail: string): string {
  return [...new Set(detail.split(', '))].join(', ')
}

/** Translates the status of a message, with which its detail begins. */
function formatMessage(detail: string): string {
  const [status = '', ...more] = detail.split(' · ')
  return [messageLabels[status.toUpperCase()] ?? status, ...more].join(' · ')
}
