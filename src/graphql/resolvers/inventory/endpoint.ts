import type { QueryEndpointsArgs, Resolvers } from '../../../generated/graphql.ts'
import { listEndpoints, listOrderedEndpoints, type EndpointFilter } from '../../../inventory/endpoints.ts'
import { findEndpoint, type Inventory } from '../../../inventory/inventory.ts'
import { explain } from '../../../monitoring/health/reason-text.ts'
import { signalOf } from '../../../monitoring/health/rule/state.ts'
import { languageOf } from '../../language-argument.ts'
import { connectionOf, orderOf, type PageArguments } from '../../connection.ts'
import type { Context } from '../../context.ts'
import { health } from '../monitoring/health-fields.ts'

export const endpoint = {
  Query: {
    endpoints: (_root, { filter, ...page }, context) => endpointPage(context.inventory, filter ?? {}, page, context),
    endpoint: (_root, { id }, { inventory }) => findEndpoint(inventory, id) ?? null,
  },
  Endpoint: {
    ...health,
    pendingRetirementSince: ({ missingSince }) => missingSince,
  },
  Evidence: {
    at: ({ at }) => new Date(at),
    signal: (evidence) => signalOf(evidence),
  },
  Transition: {
    reason: ({ evidence }, { language }) => explain(evidence, languageOf(language)),
  },
} satisfies Resolvers

/** A page of the endpoints of an inventory, in the order of the inventory unless the client requests another. */
export const endpointPage = (
  inventory: Inventory,
  filter: EndpointFilter,
  { orderBy, ...page }: PageArguments & Pick<QueryEndpointsArgs, 'orderBy'>,
  { statsOf }: Context,
) =>
  connectionOf(page, (limit, after) =>
    orderBy
      ? listOrderedEndpoints({ inventory, statsOf }, { filter, order: orderOf(orderBy) }, limit, after)
      : listEndpoints(inventory, filter, limit, after),
  )
