import fastify from 'fastify'
import { mercurius } from 'mercurius'
import { loadSchema } from '../../src/graphql/schema.ts'
import { buildContexts } from '../same-queries/still-gateway.ts'
import { tellReady } from './ready.ts'

// Mercurius on Fastify, with compiled queries, with the schema and the resolvers of Vigía.
const context = await buildContexts()
const app = fastify()
await app.register(mercurius, { schema: loadSchema(), jit: 1, context })
tellReady(await app.listen({ port: 0, host: '127.0.0.1' }))
