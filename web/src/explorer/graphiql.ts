import type { Fetcher } from '@graphiql/toolkit'
import editorWorker from '../generated/graphiql/editor.worker.js?url'
import script from '../generated/graphiql/graphiql.js?url'
import graphqlWorker from '../generated/graphiql/graphql.worker.js?url'
import jsonWorker from '../generated/graphiql/json.worker.js?url'

/** The properties of the packaged GraphiQL that the explorer sets. */
export type GraphiqlProperties = {
  readonly fetcher: Fetcher
  readonly defaultTabs: readonly { readonly query: string; readonly headers?: string }[]
  readonly shouldPersistHeaders: boolean
  /** HTML. */
  readonly title: string
  /** HTML. */
  readonly logo: string
  /** Replaces the default, which copies the query into the address of the page. */
  readonly onEditQuery: () => void
}

/** Workers by the names that the editor uses. */
const workers: Readonly<Record<string, string>> = {
  editorWorkerService: editorWorker,
  graphql: graphqlWorker,
  json: jsonWorker,
}

/** Loads the packaged GraphiQL, which is ready for browsers and needs no bundling, and renders it. */
export async function renderGraphiql(element: HTMLElement, properties: GraphiqlProperties): Promise<void> {
  Object.assign(globalThis, { MonacoEnvironment: { globalAPI: false, getWorkerUrl } })
  await import(/* @vite-ignore */ script)
  YogaGraphiQL.renderYogaGraphiQL(element, properties)
}

const getWorkerUrl = (_module: string, name: string) => workers[name]

/** Global that the script of GraphiQL defines. */
declare const YogaGraphiQL: {
  renderYogaGraphiQL(element: HTMLElement, properties: GraphiqlProperties): void
}
