import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { format, resolveConfig } from 'prettier'
import { isSameMachine, type Machine } from '../machine.ts'
import type { Result } from '../result.ts'
import { chartOf } from './chart.ts'
import { markdownOf } from './table.ts'

/** The machine and the settings of a run. */
export type Circumstances = Machine & { seconds: number; rounds: number }

type Reported = { measured: Circumstances; results: Record<string, Result> }

const place = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))
const resultsFile = place('bench/results.json')
const chartFile = place('docs/images/bench.svg')
const pageFile = place('docs/benchmarks.md')
const figuresInPage = /(<!-- figures: written by the benchmark -->\n)[\s\S]*(<!-- end of the figures -->)/

/**
 * Writes the figures to `bench/results.json`, the chart, and the tables of docs/benchmarks.md. Results of benchmarks
 * that did not run are kept if they are from the same machine.
 */
export async function writeReports(results: ReadonlyMap<string, Result>, measured: Circumstances): Promise<void> {
  const before = await readReported()
  const kept = before && isSameMachine(before.measured, measured) ? before.results : {}
  const reported: Reported = { measured, results: { ...kept, ...Object.fromEntries(results) } }
  await writeFormatted(resultsFile, JSON.stringify(reported))
  await writeFile(chartFile, chartOf(reported.results))
  const page = await readFile(pageFile, 'utf8')
  await writeFormatted(
    pageFile,
    page.replace(figuresInPage, (_all, begin: string, end: string) => begin + section(reported) + end),
  )
}

async function readReported(): Promise<Reported | null> {
  const text = await readFile(resultsFile, 'utf8').catch(() => null)
  return text === null ? null : (JSON.parse(text) as Reported)
}

async function writeFormatted(file: string, text: string) {
  await writeFile(file, await format(text, { ...(await resolveConfig(file)), filepath: file }))
}

const picture = '![Costs as multiples of their limits](images/bench.svg)'

function section({ measured, results }: Reported): string {
  const { cpu, cores, memoryGiB, node, platform, pinned, date, seconds, rounds } = measured
  const where = `Measured on ${date}: ${cpu}, ${cores} cores, ${memoryGiB} GiB, Node ${node}, ${platform}; medians of ${rounds} rounds of ${seconds} s${pinned ? ', load and server on a core each' : ''}.`
  return `\n${[where, picture, ...Object.values(results).map(markdownOf)].join('\n\n')}\n\n`
}
