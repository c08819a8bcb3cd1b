import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { makeExecutableSchema } from '@graphql-tools/schema'
import { useServer } from 'graphql-ws/use/ws'
import { createPubSub } from 'graphql-yoga'
import { WebSocketServer } from 'ws'
import { answerFile, listen } from './ready.ts'

// graphql-ws as in its documentation, over a pub/sub of async iterators.
type Panel = { revision: number }

const { data } = JSON.parse(readFileSync(answerFile, 'utf8')) as { data: { notifications: Panel } }
let panel = data.notifications
const changes = createPubSub<{ panel: [Panel] }>()

async function* panels() {
  const later = changes.subscribe('panel')
  yield panel
  yield* later
}

const folder = new URL('../../schema/', import.meta.url)
const files = readdirSync(folder).filter((file) => file.endsWith('.graphql'))
const typeDefs = files.map((file) => readFileSync(new URL(file, folder), 'utf8'))
const resolvers = { Subscription: { notifications: { subscribe: panels, resolve: (payload: Panel) => payload } } }
const server = createServer()
const schema = makeExecutableSchema({ typeDefs, resolvers })
useServer({ schema }, new WebSocketServer({ server, path: '/graphql' }))

process.on('message', ({ publish }: { publish?: boolean }) => {
  if (!publish) return
  panel = { ...panel, revision: panel.revision + 1 }
  changes.publish('panel', panel)
})
listen(server)
