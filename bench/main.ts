// The benchmarks: npm run bench -- [NAME…] [--json] [--write] [--seconds 3] [--rounds 5] [--other FOLDER]…
import { log } from '../src/lib/log.ts'
import { readArguments, WrongArguments, type Arguments } from './arguments.ts'
import { benchmarks } from './benchmarks.ts'
import { describeMachine } from './machine.ts'
import { writeReports } from './report/reports.ts'
import { tableOf } from './report/table.ts'
import type { Benchmark, Result } from './result.ts'

log.level = 'silent'
const known = benchmarks.map(({ name }) => name)

try {
  await run(readArguments(process.argv.slice(2), known))
} catch (error) {
  if (!(error instanceof WrongArguments)) throw error
  console.error(error.message)
  process.exitCode = 2
}

async function run(asked: Arguments) {
  const results = new Map<string, Result>()
  for (const benchmark of benchmarks.filter(({ name }) => asked.names.includes(name))) {
    const result = await runOne(benchmark, asked)
    results.set(benchmark.name, result)
    if (!asked.json) console.log(`\n${tableOf(result)}`)
  }
  if (asked.json) console.log(JSON.stringify(jsonOf(results), null, 2))
  const { seconds, rounds } = asked
  const date = new Date().toISOString().slice(0, 10)
  if (asked.write) await writeReports(results, describeMachine(), { date, seconds, rounds })
}

function runOne({ name, run }: Benchmark, { seconds, rounds, others }: Arguments): Promise<Result> {
  const { DATABASE_URL, TEST_DATABASE_URL } = process.env
  const server = DATABASE_URL ?? TEST_DATABASE_URL ?? null
  const tell = (progress: string) => {
    console.error(`${name}: ${progress}`)
  }
  return run({ seconds, rounds, server, others, tell })
}

/** A single result as it is; several by name. */
function jsonOf(results: ReadonlyMap<string, Result>): object {
  const [only] = results.values()
  if (results.size === 1 && only) return only.json
  return Object.fromEntries(Array.from(results, ([name, { json }]) => [name, json]))
}
