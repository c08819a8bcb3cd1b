import { MAX_HITS } from '../api/search.ts'
import { type Hit, type HitGroup } from '../api/restTypes.ts'
import { localize } from '../i18n.ts'
import { pageTitles } from '../pageTitles.ts'
import { sinliStatusLabels } from '../pages/messages/statusLabels.ts'
import { type PaletteGroup, type PaletteItem } from './paletteItem.ts'
import { fold } from './matchText.ts'

const text = localize(
  {
    shown: `se muestran ${String(MAX_HITS)}`,
    all: (list: string) => `Ver todo lo que coincide en ${list}`,
    statuses: { OPEN: 'Abierto', ACKNOWLEDGED: 'Atendido', RESOLVED: 'Resuelto' },
  },
  {
    shown: `showing ${String(MAX_HITS)}`,
    all: (list) => `See all matches in ${list}`,
    statuses: { OPEN: 'Open', ACKNOWLEDGED: 'Assigned', RESOLVED: 'Resolved' },
  },
)

const incidentLabels: Partial<Record<string, string>> = text.statuses
const messageLabels: Partial<Record<string, string>> = sinliStatusLabels

/** Groups whose list page has a text filter. */
const filterableGroups = new Set<HitGroup['group']>(['libraries', 'customers', 'endpoints'])

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
  return {
    id: `${group}:${id}`,
    title,
    detail: detail ? formatDetail(group, detail) : undefined,
    aside: group === 'libraries' || group === 'customers' ? { code: id } : undefined,
    href: `/${group}/${encodeURIComponent(id)}`,
    isHit: true,
  }
}

// A list filters by the literal text. If the search also matched otherwise, the list would lack hits: no link to it.
function viewAllItem(group: HitGroup['group'], hits: readonly Hit[], query: string): PaletteItem[] {
  const folded = fold(query)
  const contains = ({ id, title, detail }: Hit) => fold(`${id} ${title} ${detail ?? ''}`).includes(folded)
  if (!filterableGroups.has(group) || !hits.every(contains)) return []
  const href = `/${group}?${new URLSearchParams({ q: query }).toString()}`
  return [{ id: `${group}:all`, title: text.all(pageTitles[group]), href, isHit: true, isInterfaceText: true }]
}

/** Translates the status codes of the service; shows a town with the same name as its province only once. */
function formatDetail(group: HitGroup['group'], detail: string): string {
  if (group === 'libraries') return [...new Set(detail.split(', '))].join(', ')
  if (group === 'incidents') return incidentLabels[detail] ?? detail
  if (group !== 'messages') return detail
  const [status = '', ...more] = detail.split(' · ')
  return [messageLabels[status.toUpperCase()] ?? status, ...more].join(' · ')
}
