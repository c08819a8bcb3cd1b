import { readdirSync, readFileSync } from 'node:fs'
import { makeExecutableSchema } from '@graphql-tools/schema'
import { defaultFieldResolver, GraphQLScalarType, isObjectType, type GraphQLField, type GraphQLSchema } from 'graphql'
import { DateTimeISOResolver, JSONResolver } from 'graphql-scalars'
import { Refusal } from '../errors.ts'
import { isStorable } from '../storable.ts'
import { area } from './area.ts'
import { audit } from './audit.ts'
import { customer } from './customer.ts'
import { endpoint } from './endpoint.ts'
import { incident } from './incident.ts'
import { integration } from './integration.ts'
import { inventory } from './inventory.ts'
import { kind } from './kind.ts'
import { library } from './library.ts'
import { notification } from './notification.ts'
import { operator } from './operator.ts'
import { replay } from './replay.ts'
import { session } from './session.ts'
import { sinli } from './sinli.ts'

const written = DateTimeISOResolver.toConfig()

const DateTime = new GraphQLScalarType({
  ...written,
  name: 'DateTime',
  // A moment that comes as text was written by us when it was read.
  serialize: (moment) => (typeof moment === 'string' ? moment : written.serialize(moment)),
})

const Json = new GraphQLScalarType({ ...JSONResolver.toConfig(), specifiedByURL: null })

const folder = new URL('../../schema/', import.meta.url)

/** The schema of the folder `schema/`, one file a noun, with the resolver file of the same name. */
export const createSchema = (): GraphQLSchema =>
  withHeldArguments(
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

/** Has every field refuse an argument that cannot be looked for, before anybody looks for it. */
function withHeldArguments(schema: GraphQLSchema): GraphQLSchema {
  const types = Object.values(schema.getTypeMap()).filter(isObjectType)
  for (const field of types.flatMap((type) => Object.values(type.getFields())))
    if (field.args.length > 0) checkArguments(field)
  return schema
}

function checkArguments(field: GraphQLField<unknown, unknown>): void {
  const { resolve = defaultFieldResolver } = field
  field.resolve = (root, args, context, info) => {
    if (!isStorable(args))
      throw new Refusal(
        'INVALID_INPUT',
        'A text here has no NUL and no half of a character, and a moment lies in the years 1 to 9999.',
      )
    return resolve(root, args, context, info)
  }
}
