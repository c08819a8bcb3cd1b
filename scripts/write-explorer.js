// Writes the files of the packaged GraphiQL, which the explorer's page loads as they are.
import { css, editorWorkerService, graphqlWorker, js, jsonWorker } from '@graphql-yoga/render-graphiql/graphiql'
import { mkdirSync, writeFileSync } from 'node:fs'

const folder = new URL('../web/src/generated/graphiql/', import.meta.url)
const files = {
  'graphiql.js': js,
  'graphiql.css': css,
  'editor.worker.js': editorWorkerService,
  'graphql.worker.js': graphqlWorker,
  'json.worker.js': jsonWorker,
}

mkdirSync(folder, { recursive: true })
for (const [name, content] of Object.entries(files)) writeFileSync(new URL(name, folder), content)
