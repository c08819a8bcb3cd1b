import { createServer } from 'node:http'
import { createSchema, createYoga } from 'graphql-yoga'
import { readInventory } from './inventory.ts'
import { answerFile, listen } from './ready.ts'
import { resolversOver, typeDefs } from './schema.ts'

// GraphQL Yoga on Node's own HTTP server, as in its documentation.
const schema = createSchema({ typeDefs, resolvers: resolversOver(readInventory(answerFile)) })
const yoga = createYoga({ schema })
listen(createServer((request, response) => void yoga(request, response)))
