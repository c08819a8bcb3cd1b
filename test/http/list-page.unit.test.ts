import fc from 'fast-check'
import { listPage } from '../../src/http/list-page.ts'

it('puts the pages together to the whole list, in order', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(fc.nat()), fc.integer({ min: 1, max: 20 }), async (numbers, limit) => {
      const list = numbers.map(String)
      const read = (most: number, after: string | null) => {
        const from = after === null ? 0 : list.indexOf(after) + 1
        return Promise.resolve({ rows: list.slice(from, from + most), more: list.length > from + most })
      }
      const seen: string[] = []
      let cursor: string | undefined
      do {
        const page = await listPage({ limit: String(limit), cursor }, read, (row) => row)
        seen.push(...page.items)
        cursor = page.nextCursor ?? undefined
      } while (cursor !== undefined)
      expect(seen).toEqual(list)
    }),
  )
})
