import type { RootDatabase } from '../../src/database/database.ts'

const reads = /^(find|count|aggregate|groupBy|\$queryRaw)/

/**
 * A client of the database that can answer from memory: the same read a second time gets the rows of the first. While the
 * clock stands still and nothing is written, they are what the database would answer.
 */
export function rememberReads(db: RootDatabase) {
  const rows = new Map<string, Promise<unknown>>()
  let isRemembering = false
  const remembering = db.$extends({
    query: {
      $allOperations({ model, operation, args, query }) {
        if (!isRemembering || !reads.test(operation)) return query(args)
        const key = `${model} ${operation} ${JSON.stringify(args, asText)}`
        const found = rows.get(key) ?? query(args)
        rows.set(key, found)
        return found
      },
    },
  })
  return {
    db: remembering as unknown as RootDatabase,
    remember: (wanted: boolean) => {
      isRemembering = wanted
    },
  }
}

const asText = (_key: string, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value)
