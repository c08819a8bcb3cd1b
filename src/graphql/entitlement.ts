import type { SignedIn } from '../access/sessions.ts'
import type { Topic } from '../live.ts'
import type { Operation } from './operations.ts'
import { rootFieldsOf } from './permissions.ts'

/** Of what each root field tells: an answer stays true until that view changes. Answers of other fields are never kept. */
const views: Readonly<Partial<Record<string, Topic>>> = {
  area: 'inventory',
  areas: 'inventory',
  endpoint: 'inventory',
  endpoints: 'inventory',
  // Whatever happens to an incident is a change of the inventory too.
  incident: 'inventory',
  incidents: 'inventory',
  inventory: 'inventory',
  notifications: 'panel',
}

/** The view of which a root field tells; undefined where its answers are never kept. */
export const viewOf = (field: string): Topic | undefined => views[field]

/** What depends on the moment of asking rather than on a change. */
const passing = ['history'] as const

/** What each operator reads differently from others of the same role. */
const personal = ['profileBadge'] as const

/** The views of which an operation tells; null where its answer depends on more than those. */
export function viewsOf({ document, definition, fields }: Operation): readonly Topic[] | null {
  if (passing.some((field) => fields.has(field))) return null
  const found = new Set<Topic>()
  for (const field of rootFieldsOf(document, definition)) {
    if (field === '__typename') continue
    const view = viewOf(field)
    if (!view) return null
    found.add(view)
  }
  return [...found]
}

/** Whether two operators of one role are answered differently. */
export const isPersonal = ({ fields }: Operation): boolean => personal.some((field) => fields.has(field))

/** Equally entitled operators are told the same. */
export const entitlementOf = (isPersonal: boolean, { operator }: SignedIn): string =>
  isPersonal ? operator.id : operator.role
