import { MOST_HITS } from '../api/search.ts'
import { type Hit, type HitGroup } from '../api/rest.ts'
import { words } from '../language.ts'
import { titles } from '../titles.ts'
import { sinliStatusLabels } from '../ui/sinliStatus.ts'
import { type Group, type Item } from './items.ts'
import { fold } from './matches.ts'

const text = words(
  {
    shown: `se muestran ${String(MOST_HITS)}`,
    all: (list: string) => `Ver todo lo que coincide en ${list}`,
    statuses: { OPEN: 'Abierto', ACKNOWLEDGED: 'Atendido', RESOLVED: 'Resuelto' },
  },
  {
    shown: `showing ${String(MOST_HITS)}`,
    all: (list) => `See all that matches in ${list}`,
    statuses: { OPEN: 'Open', ACKNOWLEDGED: 'Acknowledged', RESOLVED: 'Resolved' },
  },
)

const incidentLabels: Partial<Record<string, string>> = text.statuses
const messageLabels: Partial<Record<string, string>> = sinliStatusLabels

/** Groups whose list page has a text filter. */
const lists = new Set<HitGroup['group']>(['libraries', 'customers', 'endpoints'])

/** Converts search results to items; empty groups are left out. */
export const groupsOf = (groups: readonly HitGroup[], typed: string): Group[] =>
  groups
    .filter(({ hits }) => hits.length > 0)
    .map(({ group, hits, more }) => ({
      id: group,
      title: titles[group],
      note: more ? text.shown : undefined,
      items: [...hits.map((hit) => itemOf(group, hit)), ...(more ? allOf(group, hits, typed) : [])],
    }))

function itemOf(group: HitGroup['group'], { id, title, detail }: Hit): Item {
  return {
    id: `${group}:${id}`,
    title,
    detail: detail ? inWords(group, detail) : undefined,
    aside: group === 'libraries' || group === 'customers' ? { code: id } : undefined,
    href: `/${group}/${encodeURIComponent(id)}`,
    found: true,
  }
}

// A list filters by the literal text. If the search also matched otherwise, the list would lack hits: no link to it.
function allOf(group: HitGroup['group'], hits: readonly Hit[], typed: string): Item[] {
  const looked = fold(typed)
  const contains = ({ id, title, detail }: Hit) => fold(`${id} ${title} ${detail ?? ''}`).includes(looked)
  if (!lists.has(group) || !hits.every(contains)) return []
  const href = `/${group}?${new URLSearchParams({ q: typed }).toString()}`
  return [{ id: `${group}:all`, title: text.all(titles[group]), href, found: true, isOurs: true }]
}

/** Translates the status codes of the service; shows a town with the same name as its province only once. */
function inWords(group: HitGroup['group'], detail: string): string {
  if (group === 'libraries') return [...new Set(detail.split(', '))].join(', ')
  if (group === 'incidents') return incidentLabels[detail] ?? detail
  if (group !== 'messages') return detail
  const [status = '', ...more] = detail.split(' · ')
  return [messageLabels[status.toUpperCase()] ?? status, ...more].join(' · ')
}
