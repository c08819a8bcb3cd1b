import { readChain } from '../src/trade/chain/read-chain.ts'
import { chains, fillChains } from './chain-records.ts'
import { openFilledWith } from './database.ts'
import { benchmarkOf } from './reads.ts'

/** The chain of a document among 100,000. */
export const chainReads = benchmarkOf({
  name: 'chain',
  about: 'the chain of a document among 100,000',
  invented: '100,000 documents',
  open: openFilledWith(fillChains),
  lookUp: (db) => db.sinliDocument.findUnique({ where: { id: Object.values(chains)[0] ?? '' } }),
  reads: Object.fromEntries(
    Object.entries(chains).map(([chain, id]) => [chain, (db: Parameters<typeof readChain>[0]) => readChain(db, id)]),
  ),
  describe: (chain) => `${chain?.documents.length ?? 0} documents`,
  roundsEach: 5,
})
