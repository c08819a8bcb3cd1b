import { parseArgs } from 'node:util'
import { DomainError } from '../lib/errors.ts'
import { labels } from '../monitoring/health/state-labels.ts'
import { policyFor, type Policy } from '../monitoring/health/rule/policy.ts'
import { createBacktest, type Backtest, type BacktestEvent } from '../monitoring/backtest.ts'
import { splitLines } from './split-lines.ts'
import { readObservation } from './parse-observation.ts'
import type { Write } from './output.ts'

/**
 * Runs recorded observations through the rule and the incident lifecycle, and prints one JSON line per event. `open`
 * returns the bytes of the file named in the arguments. Events before an invalid line have been printed when it throws.
 * Returns a sentence about the latency budget at the end.
 * @throws DomainError for wrong arguments or an invalid line.
 */
export async function runBacktest(
  args: string[],
  open: (file: string) => AsyncIterable<Uint8Array>,
  print: Write,
): Promise<string> {
  const { file, policy } = readArguments(args)
  const events: BacktestEvent[] = []
  const backtest = createBacktest(policy, (event) => events.push(event))
  const feed = feedInOrder(backtest)
  const printEvents = async () => {
    for (const event of events.splice(0)) await print(JSON.stringify(toLine(event)))
  }
  try {
    for await (const lines of splitLines(open(file))) {
      lines.forEach(feed)
      await printEvents()
    }
    backtest.finish()
  } finally {
    await printEvents()
  }
  return budgetSentence(policy, backtest)
}

const usage =
  'Usage: npm run --silent backtest -- FILE.ndjson [--critical] [--threshold name=value …]. FILE may be - for the standard input.'

function readArguments(args: string[]): { file: string; policy: Policy } {
  const { values, positionals } = parseArguments(args)
  const [file, ...others] = positionals
  if (file === undefined || others.length > 0) throw new DomainError('INVALID_INPUT', usage)
  const overrides = Object.fromEntries((values.threshold ?? []).map(readThreshold))
  return { file, policy: policyFor({ critical: values.critical ?? false, probed: false, overrides }) }
}

function parseArguments(args: string[]) {
  try {
    return parseArgs({
      args,
      options: { critical: { type: 'boolean' }, threshold: { type: 'string', multiple: true } },
      allowPositionals: true,
    })
  } catch (error) {
    throw new DomainError(
      'INVALID_INPUT',
      `${error instanceof Error ? error.message : 'These arguments are wrong.'} ${usage}`,
    )
  }
}

function readThreshold(text: string): [string, unknown] {
  const [, name, value] = /^([^=]+)=(.+)$/.exec(text) ?? []
  if (name === undefined || value === undefined)
    throw new DomainError('INVALID_INPUT', `A threshold is given as name=value, not as "${text}".`)
  return [name, Number.isNaN(Number(value)) ? value.toUpperCase() : Number(value)]
}

function feedInOrder(backtest: Backtest) {
  let count = 0
  let latest = 0
  return (line: string) => {
    count++
    if (line === '' || line.trim() === '') return
    const sample = readObservation(line)
    if (typeof sample === 'string') throw new DomainError('INVALID_INPUT', `Line ${count}: ${sample}`)
    if (sample.at < latest)
      throw new DomainError(
        'INVALID_INPUT',
        `Line ${count}: observations are in order, but this one lies before the one above it.`,
      )
    latest = sample.at
    backtest.observe(sample)
  }
}

function toLine(backtestEvent: BacktestEvent) {
  const at = new Date(backtestEvent.at).toISOString()
  if (backtestEvent.event === 'state') {
    const { from, to, evidence } = backtestEvent.transition
    return { at, event: 'state', from: labels[from], to: labels[to], reason: evidence.code, evidence }
  }
  const { event, id, severity, ...more } = backtestEvent.change
  const change = event.toLowerCase()
  return { at, event: nameOf(event), change, severity: labels[severity], id, ...more }
}

// Events that only add to an incident's timeline have their own name, so that "incident" is its lifecycle alone.
const nameOf = (event: string) => (['UNSTABLE', 'NO_DATA', 'DATA_RETURNED'].includes(event) ? 'timeline' : 'incident')

function budgetSentence({ slowBudget, slowBudgetMs }: Policy, backtest: Backtest): string {
  const { budgetMs, normalP95Ms } = backtest.budget()
  if (slowBudget === 'FIXED') return `Latency budget: ${budgetMs} ms, fixed.`
  if (normalP95Ms !== null)
    return `Latency budget at the end: ${budgetMs} ms, learned from a usual p95 of ${normalP95Ms} ms; ${slowBudgetMs} ms until it was known.`
  const { hoursLeft, samples, leastSamples, hours, leastHours } = backtest.learningProgress()
  return (
    `Latency budget: ${budgetMs} ms, fixed throughout: the recording is too short to learn what is usual. ` +
    `It has ${samples} of ${leastSamples} samples in ${hours} of ${leastHours} hours with at least 20, and lacks ${hoursLeft} of 24 hours.`
  )
}
