import { OperationTypeNode } from 'graphql'
import type { Viewer } from '../../auth/sessions.ts'
import type { Topic } from '../../lib/change-bus.ts'
import type { ParsedOperation } from '../document-cache.ts'
import { fieldRules, typeRules } from '../guards/field-rules.ts'

/** Returns the topic whose changes make a subscription field be read again. */
export const topicOfSubscription = (field: string): Topic =>
  fieldRules.get(`Subscription.${field}`)?.topics?.[0] ?? 'panel'

const known = new WeakMap<ParsedOperation, readonly Topic[] | null>()

/**
 * Returns the topics that the response of an operation depends on; null if it depends on anything else, so that it must
 * not be cached. Computed once per operation.
 */
export function cacheTopics(operation: ParsedOperation): readonly Topic[] | null {
  const cached = known.get(operation)
  if (cached !== undefined) return cached
  const topics = readTopics(operation)
  known.set(operation, topics)
  return topics
}

function readTopics({ definition, fields }: ParsedOperation): readonly Topic[] | null {
  if (definition.operation !== OperationTypeNode.QUERY) return null
  const topics = new Set<Topic>()
  for (const field of fields) {
    const own = topicsOfField(field)
    if (!own) return null
    for (const topic of own) topics.add(topic)
  }
  return [...topics]
}

function topicsOfField(coordinate: string): readonly Topic[] | undefined {
  const [type = '', name] = coordinate.split('.')
  // `__typename` shows whether an object exists, which changes together with the objects of its type.
  if (name === '__typename') return isRootOrCached(type) ? [] : undefined
  const { isTimeDependent, topics } = fieldRules.get(coordinate) ?? {}
  return isTimeDependent ? undefined : (topics ?? typeRules.get(type)?.topics)
}

const isRootOrCached = (type: string) => type === 'Query' || typeRules.get(type)?.topics !== undefined

const perUserFields = [...fieldRules].flatMap(([field, { isPerUser }]) => (isPerUser ? [field] : []))

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
