import { createServer } from 'node:http'
import { ApolloServer } from '@apollo/server'
import { expressMiddleware } from '@as-integrations/express5'
import express from 'express'
import { readInventory } from './inventory.ts'
import { answerFile, listen } from './ready.ts'
import { resolversOver, typeDefs } from './schema.ts'

// Apollo Server on Express, as in its documentation.
const apollo = new ApolloServer({ typeDefs, resolvers: resolversOver(readInventory(answerFile)) })
await apollo.start()
const app = express()
app.use('/graphql', express.json(), expressMiddleware(apollo))
listen(createServer(app))
