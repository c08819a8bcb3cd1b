import { openEmbedded } from '../../src/database/embedded/embedded.ts'
import { givenDirectory } from '../support/process/process.ts'
import { until } from '../support/until.ts'

/** The embedded database in a directory of its own, swept when it is due, every tenth of a second. */
async function givenEmbedded() {
  const directory = await givenDirectory()
  const { pglite, close } = await openEmbedded(directory.path, process.pid, 100)
  return {
    run: (script: string) => pglite.exec(script),
    number: async (query: string) =>
      Object.values((await pglite.query<Record<string, number>>(query)).rows[0] ?? {})[0],
    async [Symbol.asyncDispose]() {
      await close()
      await directory[Symbol.asyncDispose]()
    },
  }
}

it('the embedded database makes room of rows that are gone, and does not grow with what comes and goes', async () => {
  await using database = await givenEmbedded()
  const swept = () => database.number(`SELECT vacuum_count::int FROM pg_stat_user_tables WHERE relname = 'passing'`)
  const size = () => database.number(`SELECT pg_total_relation_size('passing')::int`)
  await database.run('CREATE TABLE passing (id serial PRIMARY KEY, text text)')

  const sizes: (number | undefined)[] = []
  for (let day = 1; day <= 3; day++) {
    const before = (await swept()) ?? 0
    await database.run(`INSERT INTO passing (text) SELECT repeat('x', 100) FROM generate_series(1, 5000)`)
    await database.run('DELETE FROM passing WHERE id % 5000 <> 0')
    sizes.push(await size())
    await until('it is swept', async () => ((await swept()) ?? 0) > before)
  }

  // The room of the first day is enough for all of them.
  expect(sizes.at(-1)).toBeLessThan(1.5 * (sizes[0] ?? 0))
})
