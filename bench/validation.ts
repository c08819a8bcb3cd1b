import { parse, validate, type DocumentNode } from 'graphql'
import { loadSchema } from '../src/graphql/schema.ts'
import { validateDocument } from '../src/graphql/validate-document.ts'
import { readQuestion } from './query-question.ts'
import { jsonOf, type Benchmark, type Settings } from './result.ts'
import { median, ratioOf } from './statistics.ts'

const documents = 100
const warmUps = 5
const roundsEach = 10

/** Validates documents that are new each time, in this process. */
export const validation: Benchmark = {
  name: 'validation',
  about: 'validating a document with the query of the Endpoints view',
  run: (settings) => {
    const { plain, merged } = measureRounds(settings)
    const figures = Object.entries({ 'graphql-js': plain, Vigía: merged }).map(([of, values]) => {
      return { of, value: median(values), unit: 'µs CPU', ratio: ratioOf(values, plain) }
    })
    return Promise.resolve({ title: validation.about, limit: 'graphql-js', figures, json: jsonOf(figures) })
  },
}

/** CPU time for one document in each round, in microseconds. The rounds are short, so there are more. */
function measureRounds({ rounds }: Settings) {
  const schema = loadSchema()
  const plain: number[] = []
  const merged: number[] = []
  for (let round = 0; round < warmUps + rounds * roundsEach; round++) {
    plain.push(cpuOf((document) => validate(schema, document)))
    merged.push(cpuOf((document) => validateDocument(schema, document)))
  }
  return { plain: plain.slice(warmUps), merged: merged.slice(warmUps) }
}

function cpuOf(work: (document: DocumentNode) => unknown): number {
  const question = readQuestion()
  const parsed = Array.from({ length: documents }, () => parse(question))
  const before = process.cpuUsage()
  parsed.forEach(work)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / documents
}
