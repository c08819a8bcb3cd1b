import DataLoader from 'dataloader'

/** Batches reads of one row each; null for keys without a row. */
export function loadOne<Key, Row>(fetch: (keys: readonly Key[]) => Promise<Row[]>, keyOf: (row: Row) => Key) {
  return new DataLoader<Key, Row | null>(async (keys) => {
    const rows = new Map((await fetch(keys)).map((row) => [keyOf(row), row]))
    return keys.map((key) => rows.get(key) ?? null)
  })
}

/** Batches reads of several rows each. */
export function loadMany<Key, Row>(fetch: (keys: readonly Key[]) => Promise<Row[]>, keyOf: (row: Row) => Key | null) {
  return new DataLoader<Key, Row[]>(async (keys) => {
    const rows = await fetch(keys)
    return keys.map((key) => rows.filter((row) => keyOf(row) === key))
  })
}

/** Batches page reads: one read for all keys with the same page arguments (`groupKeyOf`). */
export function loadGrouped<Key, Page>(
  fetch: (keys: readonly Key[], page: Key) => Promise<Page[]>,
  groupKeyOf: (key: Key) => string,
) {
  return new DataLoader<Key, Page, string>(
    async (keys) => {
      const groups = [...new Set(keys.map(groupKeyOf))].map((name) => keys.filter((key) => groupKeyOf(key) === name))
      const pages = new Map<Key, Page>()
      for (const group of groups) {
        const [first] = group
        if (first === undefined) continue
        for (const [index, page] of (await fetch(group, first)).entries()) pages.set(group[index] as Key, page)
      }
      return keys.map((key) => pages.get(key) as Page)
    },
    { cacheKeyFn: (key) => JSON.stringify(key) },
  )
}
