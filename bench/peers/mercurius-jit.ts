import fastify from 'fastify'
import { mercurius } from 'mercurius'
import { makeExecutableSchema } from '@graphql-tools/schema'
import { readInventory } from './inventory.ts'
import { answerFile, tellReady } from './ready.ts'
import { resolversOver, typeDefs } from './schema.ts'

// Mercurius on Fastify, with compiled queries.
const app = fastify()
const schema = makeExecutableSchema({ typeDefs, resolvers: resolversOver(readInventory(answerFile)) })
await app.register(mercurius, { schema, jit: 1 })
tellReady(await app.listen({ port: 0, host: '127.0.0.1' }))
