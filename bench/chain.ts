import { readChain } from '../src/trade/chain/read-chain.ts'
import { chains, fillChains } from './chain-records.ts'
import { openFresh } from './database.ts'
import { databaseOn, type Benchmark, type Settings } from './result.ts'
import { median, timed } from './statistics.ts'

// A round takes less than a second.
const roundsEach = 5

/** Medians for one chain, in milliseconds and as multiples of a lookup by primary key. */
type Read = { chain: string; ms: number; lookups: number; documents: number }

/** The chain of a document among 100,000. */
export const chainReads: Benchmark = {
  name: 'chain',
  about: 'the chain of a document among 100,000',
  run: async (settings) => {
    const reads = await benchChains(settings)
    const figures = reads.map(({ chain, ms, lookups, documents }) => ({
      of: chain,
      value: ms,
      unit: 'ms',
      ratio: lookups,
      beside: `${documents} documents`,
    }))
    const on = databaseOn(settings.server)
    const limit = `looking up a row by its primary key, on ${on}`
    return { title: chainReads.about, limit, figures, json: { on, chains: reads } }
  },
}

/** Every round reads all chains, each preceded by the baseline: a lookup of one row by its primary key. */
async function benchChains({ server, rounds: asked, tell }: Settings): Promise<Read[]> {
  tell('100,000 documents are being invented')
  await using database = await openFresh(server)
  await fillChains(database.run)
  const { db } = database.opened
  const lookups: number[] = []
  const durations = new Map<string, number[]>()
  const documents = new Map<string, number>()
  for (let round = 1; round <= asked * roundsEach; round++) {
    tell(`round ${round} of ${asked * roundsEach}`)
    for (const [chain, id] of Object.entries(chains)) {
      lookups.push((await timed(() => db.sinliDocument.findUnique({ where: { id } }))).ms)
      const { ms, result } = await timed(() => readChain(db, id))
      durations.set(chain, [...(durations.get(chain) ?? []), ms])
      documents.set(chain, result?.documents.length ?? 0)
    }
  }
  const lookup = median(lookups)
  return Array.from(durations, ([chain, all]) => {
    const ms = median(all)
    return { chain, ms, lookups: ms / lookup, documents: documents.get(chain) ?? 0 }
  })
}
