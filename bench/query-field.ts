import { writeFile } from 'node:fs/promises'
import { isDeepStrictEqual } from 'node:util'
import { join } from 'node:path'
import { startLoad, startPeer, type Contestant } from './contestants.ts'
import { inventDatabase } from './invented.ts'
import type { InventoryData } from './peers/inventory.ts'
import type { Child } from './processes/child.ts'
import { createOpened } from './processes/opened.ts'
import type { Asked } from './processes/request.ts'
import { asking, readQuestion, readQuestionId } from './query-question.ts'
import { askVigia, asService, openFolder, startVigia, type Vigia } from './vigia.ts'

/** The participants of a query benchmark: Vigía, its peers, and the load generator. */
export type Field = {
  load: Child
  vigia: Contestant
  peers: Contestant[]
  /** The query as sent to a server; to Vigía with the operator's cookie. */
  asked: (contestant: Contestant, headers?: Record<string, string>) => Asked
  /** The same by its text. */
  askedByText: (contestant: Contestant) => Asked
  /** The same by its text, with this number in the name of the operation. */
  askedAnew: (contestant: Contestant, number: string) => Asked
  /** A document with that query and one endpoint by its id, which is a variable with this number. */
  askedWithVariable: (contestant: Contestant, number: string) => Asked
  cookie: string
  /** Ids of the open incidents that can be acknowledged. */
  incidents: string[]
}

type Wanted = { peers: readonly string[]; incidents?: number }

/**
 * Starts Vigía with this many open incidents, and the peers, which serve Vigía's first response. Stops all of them
 * after the work.
 */
export async function withField<T>({ peers, incidents = 0 }: Wanted, work: (field: Field) => Promise<T>): Promise<T> {
  await using opened = createOpened()
  const { path } = opened.use(await openFolder())
  const ids = await inventDatabase(join(path, 'vigia'), { endpoints: 0, libraries: Math.max(20, incidents), incidents })
  const vigia = opened.use(await startVigia(join(path, 'vigia')))
  await report(vigia)
  const query = readQuestion()
  // The admin application sends the document id. The bare server gets the same bytes; the other peers only support
  // query texts.
  const asIs = new Set(['vigia', 'bare-http'])
  const documentId = readQuestionId()
  const asAsked = (name: string) => (asIs.has(name) ? { documentId } : { query })
  const answer = await askVigia<InventoryData>(vigia, query)
  const file = join(path, 'answer.json')
  await writeFile(file, JSON.stringify({ data: answer }))
  const started: Contestant[] = []
  for (const name of peers) {
    const peer = await startPeer(name, { ANSWER: file, DATA_DIR: join(path, name) })
    opened.use(peer.child)
    started.push(peer)
    await refuseOtherAnswer(peer, query, answer)
  }
  const byText = ({ name }: Contestant, question: object) =>
    asking(question, asIs.has(name) ? { cookie: vigia.cookie } : {})
  return await work({
    load: opened.use(await startLoad()),
    vigia: { name: 'vigia', child: vigia, url: vigia.url },
    peers: started,
    asked: ({ name }, headers = {}) =>
      asking(asAsked(name), { ...(asIs.has(name) && { cookie: vigia.cookie }), ...headers }),
    askedByText: (who) => byText(who, { query }),
    askedAnew: (who, number) => byText(who, { query: query.replace('query Inventory', `query Inventory${number}`) }),
    askedWithVariable: (who, number) =>
      byText(who, { query: withEndpoint(query), variables: { id: `GET /${number}/` } }),
    cookie: vigia.cookie,
    incidents: ids,
  })
}

/** Adds an endpoint, by a variable, to the query of the Endpoints view. */
export const withEndpoint = (query: string) =>
  query.replace(/query Inventory\((.*?)\) \{/, 'query Inventory($$id: ID!, $1) { endpoint(id: $$id) { id state }')

/** Reports observations for every endpoint. */
export async function report(vigia: Vigia) {
  const { endpoints } = await askVigia<{ endpoints: { edges: { node: { method: string; path: string } }[] } }>(
    vigia,
    '{ endpoints(first: 200) { edges { node { method path } } } }',
  )
  const observations = endpoints.edges.flatMap(({ node: { method, path } }) =>
    Array.from({ length: 50 }, (_, index) => ({
      kind: 'endpoint',
      method,
      path,
      status: index === 7 ? 503 : 200,
      durationMs: 20 + index,
    })),
  )
  const body = JSON.stringify({ observations })
  const answer = await fetch(`${vigia.url}/ingest/v1/observations`, { method: 'POST', headers: asService, body })
  if (!answer.ok) throw new Error(`The observations were answered with ${answer.status}: ${await answer.text()}`)
}

/** Rejects a peer whose response differs from Vigía's, since the comparison would be unfair. */
async function refuseOtherAnswer({ name, url }: Contestant, query: string, expected: InventoryData) {
  const { method, path, headers, body } = asking({ query }, {})
  const answer = await fetch(url + path, { method, headers, body })
  const { data } = (await answer.json()) as { data?: InventoryData }
  if (!isDeepStrictEqual(withoutRevision(data), withoutRevision(expected)))
    throw new Error(`${name} answered ${answer.status} with something else than Vigía: ${JSON.stringify(data)}`)
}

const withoutRevision = (data: InventoryData | undefined) => ({ ...data?.inventory, revision: 0 })
