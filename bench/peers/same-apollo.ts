import { createServer } from 'node:http'
import { ApolloServer } from '@apollo/server'
import { expressMiddleware } from '@as-integrations/express5'
import express from 'express'
import type { Context } from '../../src/graphql/context.ts'
import { loadSchema } from '../../src/graphql/schema.ts'
import { buildContexts } from '../same-queries/still-gateway.ts'
import { listen } from './ready.ts'

// Apollo Server on Express, as in its documentation, with the schema and the resolvers of Vigía.
const context = await buildContexts()
const apollo = new ApolloServer<Context>({ schema: loadSchema() })
await apollo.start()
const app = express()
app.use('/graphql', express.json(), expressMiddleware(apollo, { context }))
listen(createServer({ keepAliveTimeout: 65_000 }, app))
