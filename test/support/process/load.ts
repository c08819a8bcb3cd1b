import { setTimeout as after } from 'node:timers/promises'
import type { RootDatabase } from '../../../src/database/database.ts'
import type { Json } from '../gateway.ts'
import { givenQuickLibrary, outcomesOf, type Client } from './instances.ts'

/**
 * Everything acknowledged to the clients, all of which must be durable in the database; `unanswered` counts failures.
 */
export type Answered = { libraries: string[]; taken: string[]; observations: number; unanswered: number }

/** The libraries that are failing, and those that have recovered because an operator acknowledged their incident. */
export type Outages = { failing: Set<string>; well: Set<string> }

const breathMs = 20

/**
 * Services and an operator that send requests to any running instance until `stop`. They repeat failed requests,
 * because an instance may be killed during one.
 */
export function underLoad(db: RootDatabase, anyone: () => Client | null) {
  const answered: Answered = { libraries: [], taken: [], observations: 0, unanswered: 0 }
  const outages: Outages = { failing: new Set(), well: new Set() }
  const stopping = new AbortController()

  async function again(work: (client: Client) => Promise<void>) {
    while (!stopping.signal.aborted) {
      const client = anyone()
      if (client)
        await work(client).catch(() => {
          answered.unanswered += 1
        })
      await after(breathMs)
    }
  }

  async function observe(client: Client) {
    const observations = [
      ...[...outages.failing].flatMap((code) => outcomesOf(code, false, 2)),
      ...[...outages.well].flatMap((code) => outcomesOf(code, true, 2)),
    ]
    if (observations.length > 0) answered.observations += (await client.report(...observations))['accepted'] as number
  }

  async function take(client: Client) {
    for (const { id, code } of await untaken(client)) {
      await client.ask('mutation ($id: ID!) { acknowledgeIncident(id: $id) { id } }', { id })
      answered.taken.push(id)
      outages.failing.delete(code)
      outages.well.add(code)
    }
  }

  const loops = [again(observe), again(observe), again(observe), again(take)]

  return {
    answered,
    outages,
    /** Makes a new library fail until an operator acknowledges its incident. */
    async outage(code: string) {
      const client = anyone()
      if (!client) throw new Error('Nobody is there to register a library.')
      await givenQuickLibrary(db, client, code)
      answered.libraries.push(code)
      outages.failing.add(code)
    },
    async stop() {
      stopping.abort()
      await Promise.all(loops)
    },
  }
}

async function untaken(client: Client): Promise<{ id: string; code: string }[]> {
  const { incidents } = await client.ask(
    '{ incidents(first: 50, filter: { open: true, status: OPEN }) { edges { node { id subject { id } } } } }',
  )
  return incidents.edges.map(({ node }: Json) => ({ id: node.id, code: node.subject.id }))
}
