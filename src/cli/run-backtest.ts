import { parseArgs } from 'node:util'
import { DomainError } from '../lib/errors.ts'
import { labels } from '../monitoring/health/state-labels.ts'
import { policyFor, type Policy } from '../monitoring/health/rule/policy.ts'
import type { BacktestEvent } from '../monitoring/backtest.ts'
import { readObservation } from './parse-observation.ts'
import { createRecordedSubjects, type RecordedSubjects } from './recorded-subjects.ts'
import type { Write } from './output.ts'

/**
 * Runs recorded observations through the rule and the incident lifecycle, and prints one JSON line per event. `open`
 * returns the bytes of a file named in the arguments. Events before an invalid line have been printed when it throws.
 * Returns a sentence about each subject: its observations, and the latency budget at the end.
 * @throws DomainError for wrong arguments or an invalid line.
 */
export async function runBacktest(
  args: string[],
  open: (file: string) => AsyncIterable<Uint8Array>,
  print: Write,
): Promise<string[]> {
  const { files, policy } = readArguments(args)
  const lines: string[] = []
  const subjects = createRecordedSubjects(policy, (subject, event) => {
    lines.push(JSON.stringify({ ...(subject !== null && { subject }), ...toLine(event) }))
  })
  const printLines = async () => {
    for (const line of lines.splice(0)) await print(line)
  }
  const readFile = async (file: string) => {
    const observe = createLineReader(subjects, files.length > 1 ? file : null)
    for await (const read of splitLines(open(file))) {
      read.forEach(observe)
      await printLines()
    }
  }
  try {
    for (const file of files) await readFile(file)
    subjects.finish()
  } finally {
    await printLines()
  }
  return subjects.describe()
}

const usage =
  'Usage: npm run --silent backtest -- FILE.ndjson… [--critical] [--threshold name=value …]. FILE may be - for the standard input.'

function readArguments(args: string[]): { files: string[]; policy: Policy } {
  const { values, positionals: files } = parseArguments(args)
  if (files.length === 0) throw invalid(usage)
  const overrides = Object.fromEntries((values.threshold ?? []).map(readThreshold))
  return { files, policy: policyFor({ critical: values.critical ?? false, probed: false, overrides }) }
}

function parseArguments(args: string[]) {
  try {
    return parseArgs({
      args,
      options: { critical: { type: 'boolean' }, threshold: { type: 'string', multiple: true } },
      allowPositionals: true,
    })
  } catch (error) {
    throw invalid(`${error instanceof Error ? error.message : 'These arguments are wrong.'} ${usage}`)
  }
}

function readThreshold(text: string): [string, unknown] {
  const [, name, value] = /^([^=]+)=(.*\S.*)$/.exec(text) ?? []
  if (name === undefined || value === undefined) throw invalid(`A threshold is given as name=value, not as "${text}".`)
  if (value === 'null') return [name, null]
  return [name, Number.isNaN(Number(value)) ? value.toUpperCase() : Number(value)]
}

/** The error of a command, whose texts are in English only. */
const invalid = (text: string) => new DomainError('INVALID_INPUT', { code: 'TEXT', parameters: { text } })

/** Counts each line of a file; a line without a subject is about `file`, or about the only subject if that is null. */
function createLineReader(subjects: RecordedSubjects, file: string | null) {
  let count = 0
  return (line: string) => {
    count++
    if (line === '' || line.trim() === '') return
    const observation = readObservation(line)
    const problem = typeof observation === 'string' ? observation : subjects.observe(observation, file)
    if (problem === null) return
    throw invalid(`${file === null ? '' : `${file}: `}Line ${count}: ${problem}`)
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

/**
 * Splits a UTF-8 byte stream into lines, yielding all that a chunk completes at once. The last line may lack a line
 * end.
 */
async function* splitLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string[]> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of chunks) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    yield lines
  }
  rest += decoder.decode()
  if (rest !== '') yield [rest]
}
