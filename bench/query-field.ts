import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startLoad, startPeer, type Contestant } from './contestants.ts'
import { inventDatabase } from './invented.ts'
import type { Child } from './processes/child.ts'
import { createOpened } from './processes/opened.ts'
import type { Asked } from './processes/request.ts'
import { asking, readQuestion } from './query-question.ts'
import { askVigia, asService, openFolder, startVigia, type Vigia } from './vigia.ts'

/** The participants of a query benchmark: Vigía, a bare server, and the load generator. */
export type Field = {
  load: Child
  vigia: Contestant
  bare: Contestant
  /** The query of the Endpoints view by the id of its document, with the operator's cookie. */
  asked: (headers?: Record<string, string>) => Asked
  /** The same by its text. */
  askedByText: Asked
  cookie: string
  /** Ids of the open incidents that can be acknowledged. */
  incidents: string[]
}

/**
 * Starts Vigía with this many open incidents, and the bare server, which serves Vigía's first response. Stops both after
 * the work.
 */
export async function withField<T>(
  { incidents = 0 }: { incidents?: number },
  work: (field: Field) => Promise<T>,
): Promise<T> {
  await using opened = createOpened()
  const { path } = opened.use(await openFolder())
  const ids = await inventDatabase(join(path, 'vigia'), { endpoints: 0, libraries: Math.max(20, incidents), incidents })
  const vigia = opened.use(await startVigia(join(path, 'vigia')))
  await report(vigia)
  const { id: documentId, text: query } = readQuestion()
  const file = join(path, 'answer.json')
  await writeFile(file, JSON.stringify({ data: await askVigia(vigia, query) }))
  const bare = await startPeer('bare-http', { ANSWER: file })
  opened.use(bare.child)
  const { cookie } = vigia
  return await work({
    load: opened.use(await startLoad()),
    vigia: { name: 'vigia', child: vigia, url: vigia.url },
    bare,
    asked: (headers = {}) => asking({ documentId }, { cookie, ...headers }),
    askedByText: asking({ query }, { cookie }),
    cookie,
    incidents: ids,
  })
}

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
