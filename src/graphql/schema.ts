import { readdirSync, readFileSync } from 'node:fs'
import { makeExecutableSchema } from '@graphql-tools/schema'
import { defaultFieldResolver, GraphQLScalarType, isObjectType, type GraphQLField, type GraphQLSchema } from 'graphql'
import { DateTimeISOResolver, JSONResolver } from 'graphql-scalars'
import { DomainError } from '../lib/errors.ts'
import { isPostgresSafe } from '../lib/postgres-values.ts'
import { area } from './resolvers/area.ts'
import { audit } from './resolvers/audit.ts'
import { customer } from './resolvers/customer.ts'
import { endpoint } from './resolvers/endpoint.ts'
import { incident } from './resolvers/incident.ts'
import { integration } from './resolvers/integration.ts'
import { inventory } from './resolvers/inventory.ts'
import { kind } from './resolvers/kind.ts'
import { library } from './resolvers/library.ts'
import { notification } from './resolvers/notification.ts'
import { operator } from './resolvers/operator.ts'
import { replay } from './resolvers/replay.ts'
import { session } from './resolvers/session.ts'
import { sinli } from './resolvers/sinli.ts'

const written = DateTimeISOResolver.toConfig()

const DateTime = new GraphQLScalarType({
  ...written,
  name: 'DateTime',
  // Text is already ISO 8601: the server formatted it when it read the row.
  serialize: (moment) => (typeof moment === 'string' ? moment : written.serialize(moment)),
})

const Json = new GraphQLScalarType({ ...JSONResolver.toConfig(), specifiedByURL: null })

const folder = new URL('../../schema/', import.meta.url)

/** Builds the schema from the folder `schema/`; each file there has a resolver file of the same name. */
export const createSchema = (): GraphQLSchema =>
  withStorableArguments(
    makeExecutableSchema({
      typeDefs: readdirSync(folder)
        .sort()
        .map((file) => readFileSync(new URL(file, folder), 'utf8')),
      resolvers: [
        { DateTime, JSON: Json },
        area,
        audit,
        customer,
        endpoint,
        incident,
        integration,
        inventory,
        kind,
        library,
        notification,
        operator,
        replay,
        session,
        sinli,
      ],
      resolverValidationOptions: { requireResolversToMatchSchema: 'error' },
    }),
  )

/** Makes every field reject arguments that PostgreSQL cannot store, before its resolver runs. */
function withStorableArguments(schema: GraphQLSchema): GraphQLSchema {
  const types = Object.values(schema.getTypeMap()).filter(isObjectType)
  for (const field of types.flatMap((type) => Object.values(type.getFields())))
    if (field.args.length > 0) checkArguments(field)
  return schema
}

function checkArguments(field: GraphQLField<unknown, unknown>): void {
  const { resolve = defaultFieldResolver } = field
  field.resolve = (root, args, context, info) => {
    if (!isPostgresSafe(args))
      throw new DomainError(
        'INVALID_INPUT',
        'A text here has no NUL and no half of a character, and a moment lies in the years 1 to 9999.',
      )
    return resolve(root, args, context, info)
  }
}
