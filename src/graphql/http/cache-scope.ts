import type { Viewer } from '../../auth/sessions.ts'
import type { Topic } from '../../lib/change-bus.ts'
import type { ParsedOperation } from '../document-cache.ts'
import { rootFieldsOf } from '../guards/field-permissions.ts'

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
export const topicOfField = (field: string): Topic | undefined => views[field]

/** What depends on the moment of asking rather than on a change. */
const timeDependentFields = ['history'] as const

/** What each operator reads differently from others of the same role. */
const perUserFields = ['profileBadge'] as const

/** The views of which an operation tells; null where its answer depends on more than those. */
export function cacheTopics({ document, definition, fields }: ParsedOperation): readonly Topic[] | null {
  if (timeDependentFields.some((field) => fields.has(field))) return null
  const found = new Set<Topic>()
  for (const field of rootFieldsOf(document, definition)) {
    if (field === '__typename') continue
    const view = topicOfField(field)
    if (!view) return null
    found.add(view)
  }
  return [...found]
}

/** Whether two operators of one role are answered differently. */
export const isPerUser = ({ fields }: ParsedOperation): boolean => perUserFields.some((field) => fields.has(field))

/** Equally entitled operators are told the same. */
export const cacheScopeKey = (isPersonal: boolean, { operator }: Viewer): string =>
  isPersonal ? operator.id : operator.role
