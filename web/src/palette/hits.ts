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

/** The lists that can be narrowed to a text as well. */
const lists = new Set<HitGroup['group']>(['libraries', 'customers', 'endpoints'])

/** What the service found, as items; groups without any are left out. */
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

// A list only knows what contains the text as it was typed: where the search found more than that, it is no answer.
function allOf(group: HitGroup['group'], hits: readonly Hit[], typed: string): Item[] {
  const looked = fold(typed)
  const contains = ({ id, title, detail }: Hit) => fold(`${id} ${title} ${detail ?? ''}`).includes(looked)
  if (!lists.has(group) || !hits.every(contains)) return []
  const href = `/${group}?${new URLSearchParams({ q: typed }).toString()}`
  return [{ id: `${group}:all`, title: text.all(titles[group]), href, found: true, isOurs: true }]
}

/** The states, which the service spells for programs, in words; a town that is called as its province, once. */
function inWords(group: HitGroup['group'], detail: string): string {
  if (group === 'libraries') return [...new Set(detail.split(', '))].join(', ')
  if (group === 'incidents') return incidentLabels[detail] ?? detail
  if (group !== 'messages') return detail
  const [status = '', ...more] = detail.split(' · ')
  return [messageLabels[status.toUpperCase()] ?? status, ...more].join(' · ')
}
