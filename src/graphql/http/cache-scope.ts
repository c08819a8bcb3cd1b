import type { Viewer } from '../../auth/sessions.ts'
import type { Topic } from '../../lib/change-bus.ts'
import type { ParsedOperation } from '../document-cache.ts'
import { rootFieldsOf } from '../guards/field-permissions.ts'

/** Topic of each root field: its response is valid until the topic changes. Other fields are never cached. */
const views: Readonly<Partial<Record<string, Topic>>> = {
  area: 'inventory',
  areas: 'inventory',
  endpoint: 'inventory',
  endpoints: 'inventory',
  // Every change of an incident changes the inventory too.
  incident: 'inventory',
  incidents: 'inventory',
  inventory: 'inventory',
  notifications: 'panel',
}

/** Returns the topic a root field depends on; undefined if its responses are never cached. */
export const topicOfField = (field: string): Topic | undefined => views[field]

/** Fields that depend on the time of the request, not only on changes. */
const timeDependentFields = ['history'] as const

/** Fields that differ between operators of the same role. */
const perUserFields = ['profileBadge'] as const

/** Returns the topics an operation depends on; null if its response depends on anything else. */
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

/** Whether operators of the same role may get different responses. */
export const isPerUser = ({ fields }: ParsedOperation): boolean => perUserFields.some((field) => fields.has(field))

/** Cache key of a viewer: operators with the same key get the same response. */
export const cacheScopeKey = (isPersonal: boolean, { operator }: Viewer): string =>
  isPersonal ? operator.id : operator.role
