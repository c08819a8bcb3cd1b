import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { format, resolveConfig } from 'prettier'
import { isSameMachine, type Machine } from '../machine.ts'
import type { Result } from '../result.ts'
import { chartOf } from './chart.ts'
import { markdownOf } from './table.ts'

/** When a benchmark was run, and how. */
export type Run = { date: string; seconds: number; rounds: number }

type Reported = { machine: Machine; results: Record<string, Result & { run: Run }> }

const place = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))
const resultsFile = place('bench/results.json')
const chartFile = place('docs/images/bench.svg')
const pageFile = place('docs/benchmarks.md')
const figuresInPage = /(<!-- figures: written by the benchmark -->\n)[\s\S]*(<!-- end of the figures -->)/

/**
 * Writes the figures to `bench/results.json`, the chart, and the tables of docs/benchmarks.md. Results of benchmarks
 * that did not run are kept if they are from the same machine.
 */
export async function writeReports(results: ReadonlyMap<string, Result>, machine: Machine, run: Run): Promise<void> {
  const before = await readReported()
  const kept = before && isSameMachine(before.machine, machine) ? before.results : {}
  const renewed = Object.fromEntries(Array.from(results, ([name, result]) => [name, { ...result, run }]))
  const reported: Reported = { machine, results: { ...kept, ...renewed } }
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

function section({ machine, results }: Reported): string {
  const { cpu, cores, memoryGiB, node, platform, pinned } = machine
  const where = `Measured on ${cpu}, ${cores} cores, ${memoryGiB} GiB, Node ${node}, ${platform}${pinned ? '; load and server on a core each' : ''}. Figures are medians of the rounds.`
  const tables = Object.values(results).map((result) => markdownOf(result, writeRun(result.run)))
  return `\n${[where, picture, ...tables].join('\n\n')}\n\n`
}

const writeRun = ({ date, seconds, rounds }: Run) => `Measured on ${date} in ${rounds} rounds of ${seconds} s.`
