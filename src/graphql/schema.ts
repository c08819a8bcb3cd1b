import { readdirSync, readFileSync } from 'node:fs'
import { makeExecutableSchema } from '@graphql-tools/schema'
import { defaultFieldResolver, GraphQLScalarType, isObjectType, type GraphQLField, type GraphQLSchema } from 'graphql'
import { DateTimeISOResolver, JSONResolver, LocalDateResolver } from 'graphql-scalars'
import { invalidField } from '../lib/errors.ts'
import { isPostgresSafe } from '../lib/postgres-values.ts'
import { alerting } from './resolvers/alerting.ts'
import { area } from './resolvers/inventory/area.ts'
import { audit } from './resolvers/audit.ts'
import { customer } from './resolvers/trade/customer.ts'
import { dependency } from './resolvers/monitoring/dependency.ts'
import { documentChain } from './resolvers/trade/document-chain.ts'
import { endpoint } from './resolvers/inventory/endpoint.ts'
import { heartbeat } from './resolvers/monitoring/heartbeat.ts'
import { incident } from './resolvers/monitoring/incident.ts'
import { integration } from './resolvers/trade/integration.ts'
import { inventory } from './resolvers/inventory/inventory.ts'
import { kind } from './resolvers/monitoring/kind.ts'
import { library } from './resolvers/trade/library.ts'
import { maintenance } from './resolvers/monitoring/maintenance.ts'
import { mute } from './resolvers/mute.ts'
import { notification } from './resolvers/monitoring/notification.ts'
import { onboarding } from './resolvers/onboarding.ts'
import { operator } from './resolvers/auth/operator.ts'
import { policy } from './resolvers/monitoring/policy.ts'
import { replay } from './resolvers/trade/replay.ts'
import { retirement } from './resolvers/monitoring/retirement.ts'
import { search } from './resolvers/trade/search.ts'
import { service } from './resolvers/monitoring/service.ts'
import { session } from './resolvers/auth/session.ts'
import { sinli } from './resolvers/trade/sinli.ts'
import { subject } from './resolvers/monitoring/subject.ts'
import { supplier } from './resolvers/trade/supplier.ts'
import { token } from './resolvers/auth/token.ts'
import { trace } from './resolvers/trace.ts'

const baseDateTime = DateTimeISOResolver.toConfig()

const DateTime = new GraphQLScalarType({
  ...baseDateTime,
  name: 'DateTime',
  // A text is already ISO 8601, formatted when the row was read.
  serialize: (moment) => (typeof moment === 'string' ? moment : baseDateTime.serialize(moment)),
})

const LocalDate = new GraphQLScalarType({ ...LocalDateResolver.toConfig(), name: 'Date' })

const Json = new GraphQLScalarType({ ...JSONResolver.toConfig(), specifiedByURL: null })

const resolvers = [
  alerting,
  area,
  audit,
  customer,
  dependency,
  documentChain,
  endpoint,
  heartbeat,
  incident,
  integration,
  inventory,
  kind,
  library,
  maintenance,
  mute,
  notification,
  onboarding,
  operator,
  policy,
  replay,
  retirement,
  search,
  service,
  session,
  sinli,
  subject,
  supplier,
  token,
  trace,
]

const folder = new URL('../../schema/', import.meta.url)

let loaded: GraphQLSchema | undefined

/**
 * The schema, built once per process from the files of the folder `schema/`. Each file has a resolver file of the same
 * name. The folder `schema/released/` is not loaded: a test compares the schema with it.
 */
export const loadSchema = (): GraphQLSchema => (loaded ??= buildSchema())

function buildSchema(): GraphQLSchema {
  const schema = withSafeArguments(
    makeExecutableSchema({
      typeDefs: readdirSync(folder)
        .filter((file) => file.endsWith('.graphql'))
        .sort()
        .map((file) => readFileSync(new URL(file, folder), 'utf8')),
      resolvers: [{ Date: LocalDate, DateTime, JSON: Json }, ...resolvers],
      resolverValidationOptions: { requireResolversToMatchSchema: 'error' },
    }),
  )
  resolveTotalCounts(schema)
  return schema
}

/** Makes `totalCount` of every connection a resolved field: compiled queries await only those. */
function resolveTotalCounts(schema: GraphQLSchema): void {
  for (const type of Object.values(schema.getTypeMap()).filter(isObjectType)) {
    const { pageInfo, totalCount } = type.getFields()
    if (pageInfo && totalCount) totalCount.resolve = (page: { totalCount: unknown }) => page.totalCount
  }
}

/** Makes every field reject arguments that PostgreSQL cannot store, before its resolver runs. */
function withSafeArguments(schema: GraphQLSchema): GraphQLSchema {
  const types = Object.values(schema.getTypeMap()).filter(isObjectType)
  for (const field of types.flatMap((type) => Object.values(type.getFields())))
    if (field.args.length > 0) rejectUnsafeArguments(field)
  return schema
}

function rejectUnsafeArguments(field: GraphQLField<unknown, unknown>): void {
  const { resolve = defaultFieldResolver } = field
  field.resolve = (root, args, context, info) => {
    const unsafe = Object.entries(args as Record<string, unknown>).find(([, value]) => !isPostgresSafe(value))
    if (unsafe) throw invalidField(unsafe[0], { code: 'VALUE_NOT_STORABLE', parameters: {} })
    return resolve(root, args, context, info)
  }
}
