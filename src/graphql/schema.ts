import { readdirSync, readFileSync } from 'node:fs'
import { makeExecutableSchema } from '@graphql-tools/schema'
import { GraphQLScalarType, type GraphQLSchema } from 'graphql'
import { DateTimeISOResolver } from 'graphql-scalars'
import { area } from './area.ts'
import { endpoint } from './endpoint.ts'
import { incident } from './incident.ts'
import { inventory } from './inventory.ts'
import { notification } from './notification.ts'
import { session } from './session.ts'

const DateTime = new GraphQLScalarType({ ...DateTimeISOResolver.toConfig(), name: 'DateTime' })

const folder = new URL('../../schema/', import.meta.url)

/** The schema of the folder `schema/`, one file a noun, with the resolver file of the same name. */
export const createSchema = (): GraphQLSchema =>
  makeExecutableSchema({
    typeDefs: readdirSync(folder)
      .sort()
      .map((file) => readFileSync(new URL(file, folder), 'utf8')),
    resolvers: [{ DateTime }, area, endpoint, incident, inventory, notification, session],
    resolverValidationOptions: { requireResolversToMatchSchema: 'error' },
  })
