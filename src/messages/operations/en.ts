import type { Limit, Numbers, Values } from '../catalogue.ts'

const limit = (unit: string, { max, count }: Limit) =>
  `This asks for up to ${count} ${unit}, fragments and pages counted; ${max} is the limit. Ask for less, or in several operations.`

/** Sentences about operations of GraphQL that are rejected before they are executed. */
export const operationsInEnglish = {
  LEVELS_TOO_MANY: (values: Limit) => limit('levels of fields', values),
  ALIASES_TOO_MANY: (values: Limit) => limit('aliases', values),
  DIRECTIVES_TOO_MANY: (values: Limit) => limit('directives', values),
  VALUES_TOO_MANY: (values: Limit) => limit('values', values),
  VALUES_TOO_MANY_IN_LIST: ({ list, max, count }: Limit & Values<'list'>) =>
    `${limit('values', { max, count })} Most are in ${list}, which takes \`first\`.`,
  VARIABLES_TOO_DEEP: ({ max }: Numbers<'max'>) =>
    `The variables have more than ${max} levels of objects and lists, which is the limit.`,
  SUBSCRIPTIONS_TOO_MANY: ({ max }: Numbers<'max'>) =>
    `A socket may have ${max} subscriptions, and this one has them: open another, or end one.`,
  SUBSCRIPTION_OVER_HTTP: () =>
    'Subscriptions are served over the WebSocket (graphql-transport-ws at /graphql), not over HTTP.',
  ONLY_SUBSCRIPTIONS: () =>
    'Only subscriptions are served over the WebSocket: send queries and mutations to POST /graphql.',
  NO_OPERATION: () => 'The document has no such operation, or several and none is named.',
  NO_TRUSTED_DOCUMENT: () => 'No document of this server has this id: send the text of the operation.',
  DOCUMENT_UNREADABLE: () => 'The document cannot be read.',
  INTROSPECTION_OFF: () => 'The schema is not told here: the setting INTROSPECTION is off.',
}
