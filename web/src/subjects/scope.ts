import { type NamedSubject } from '../api/inventory/dependencies.ts'
import { type Kind } from '../generated/graphql.ts'
import { language, localize } from '../i18n.ts'
import { kindNames } from './kinds.ts'

/** Selection criterion of subjects; `several` for a combination, which only the API can set. */
export type Scope = 'all' | 'kinds' | 'areas' | 'subjects' | 'several'

/** The subjects that a form selects. Only the list that `scope` names is used. */
export type ScopeSelection = { scope: Scope; kinds: Kind[]; areas: string[]; subjects: NamedSubject[] }

/** The subjects as the server stores them. */
type StoredScope = {
  kinds: readonly Kind[]
  areas: readonly { id: string; name: string }[]
  subjects: readonly NamedSubject[]
}

const text = localize({ everything: 'Todo' }, { everything: 'Everything' })

const list = new Intl.ListFormat(language, { type: 'conjunction' })

/** A selection of everything. */
export const everything: ScopeSelection = { scope: 'all', kinds: [], areas: [], subjects: [] }

/** The selection that represents the stored subjects. */
export function toSelection({ kinds, areas, subjects }: StoredScope): ScopeSelection {
  const used = [kinds.length > 0 && 'kinds', areas.length > 0 && 'areas', subjects.length > 0 && 'subjects'] as const
  const [scope = 'all', ...others] = used.filter((name) => name !== false)
  return {
    scope: others.length > 0 ? 'several' : scope,
    kinds: [...kinds],
    areas: areas.map(({ id }) => id),
    subjects: [...subjects],
  }
}

/** The selection as the server takes it. */
export function toScopeInput({ scope, kinds, areas, subjects }: ScopeSelection) {
  const uses = (name: Scope) => scope === name || scope === 'several'
  return {
    kinds: uses('kinds') ? kinds : [],
    areas: uses('areas') ? areas : [],
    subjects: uses('subjects') ? subjects.map(({ kind, id }) => ({ kind, id })) : [],
  }
}

/** Whether a selection requires subjects but has none. */
export const isScopeEmpty = (selection: ScopeSelection): boolean =>
  selection.scope !== 'all' && selection.scope !== 'several' && selection[selection.scope].length === 0

/** The subjects as an enumeration in words. */
export function scopeText({ kinds, areas, subjects }: StoredScope): string {
  const names = [...kinds.map((kind) => kindNames[kind].all), ...[...areas, ...subjects].map(({ name }) => name)]
  return names.length === 0 ? text.everything : list.format(names)
}
