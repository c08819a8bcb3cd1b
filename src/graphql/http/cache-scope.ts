import type { Viewer } from '../../auth/sessions.ts'
import type { Topic } from '../../lib/change-bus.ts'
import type { ParsedOperation } from '../document-cache.ts'

/** Topic of each root field: its response is valid until the topic changes. Other fields are never cached. */
const topicOf: Readonly<Partial<Record<string, Topic>>> = {
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

/** Topic of each subscription: its result is read again when the topic changes. */
const subscriptionTopicOf: Readonly<Record<string, Topic>> = {
  // The panel changes with every incident, and unlike the inventory not with every sample.
  incidents: 'panel',
  inventory: 'inventory',
  notifications: 'panel',
  replay: 'replays',
}

/** Returns the topic a subscription field depends on. */
export const topicOfSubscription = (field: string): Topic => subscriptionTopicOf[field] ?? 'panel'

/** Returns the topic a root field depends on; undefined if its responses are never cached. */
const topicOfField = (field: string): Topic | undefined => topicOf[field]

/**
 * The types whose values change only with the topics of the root fields. A response with a value of any other type, such
 * as the address of a library, is never cached.
 */
const cachedTypes = new Set([
  'Query',
  'Area',
  'Endpoint',
  'EndpointConnection',
  'EndpointEdge',
  'Evidence',
  'Incident',
  'IncidentConnection',
  'IncidentEdge',
  'Inventory',
  'InventorySummary',
  'Latency',
  'NotificationCategory',
  'NotificationPanel',
  'PageInfo',
  // Of an evaluation, as it was stored.
  'ReportEvidence',
  'ReportRefusal',
  'SilentSource',
  'StateCount',
  'Subject',
  'TimelineEntry',
  'TimelineNotice',
  'Transition',
])

/** Fields that depend on the time of the request, not only on changes. */
const timeDependentFields = new Set(['history'])

/** Fields whose value differs between operators of the same role. */
const perUserFields = ['NotificationPanel.profileBadge'] as const

/**
 * Types whose values change with the inventory, even where the panel shows them, and the exceptions among their fields.
 */
const inventoryTypes = new Set(['Endpoint', 'Subject'])
const fixedFields = new Set(['__typename', 'id', 'kind', 'name'])

const known = new WeakMap<ParsedOperation, readonly Topic[] | null>()

/** Returns the topics an operation depends on; null if its response depends on anything else. Read once per operation. */
export function cacheTopics(operation: ParsedOperation): readonly Topic[] | null {
  const cached = known.get(operation)
  if (cached !== undefined) return cached
  const topics = readTopics(operation)
  known.set(operation, topics)
  return topics
}

function readTopics({ rootFields, fields }: ParsedOperation): readonly Topic[] | null {
  const topics = new Set<Topic>()
  for (const field of rootFields) {
    if (field === '__typename') continue
    const topic = topicOfField(field)
    if (!topic) return null
    topics.add(topic)
  }
  const split = [...fields].map((field) => field.split('.') as [type: string, name: string])
  if (split.some(([type, name]) => !cachedTypes.has(type) || timeDependentFields.has(name))) return null
  if (split.some(([type, name]) => inventoryTypes.has(type) && !fixedFields.has(name))) topics.add('inventory')
  return [...topics]
}

/** Whether operators of the same role may get different responses. */
export const isPerUser = ({ fields }: ParsedOperation): boolean => perUserFields.some((field) => fields.has(field))

/**
 * Cache key of a viewer: viewers with the same key get the same response. It contains everything an operation may be
 * rejected for, because cached responses bypass the guard: the role and, with a token, its scopes and the document it
 * is bound to.
 */
export function cacheScopeKey(perUser: boolean, { operator, token }: Viewer): string {
  const scope = perUser ? `${operator.id} ${operator.role}` : operator.role
  return token ? `${scope} ${token.scopes.join(' ')} ${token.document?.id ?? ''}` : scope
}
