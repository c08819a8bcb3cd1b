import type { Contestant } from './contestants.ts'
import { cpuPerQuestion, figureOf, measureAll, resultOf, type Entry } from './query.ts'
import { withField, type Field } from './query-field.ts'
import type { Asked } from './processes/request.ts'
import { jsonOf, type Benchmark, type Result } from './result.ts'
import { ratioOf } from './statistics.ts'

/** Queries the Endpoints view repeatedly by its text, as other clients than the admin application do. */
export const queryText: Benchmark = {
  name: 'query-text',
  about: 'the Endpoints view queried repeatedly by its text, as other clients do',
  run: (settings) =>
    withField({ peers: ['bare-http'] }, async (field) => {
      const entries = entriesOf(field, (who) => field.askedByText(who))
      return resultOf(queryText, await measureAll(field, entries, settings))
    }),
}

/** The same document with another value of its variable each time: executed for every request. */
export const queryVariables: Benchmark = {
  name: 'query-variables',
  about: 'the Endpoints view and one endpoint by its id, with another id each time',
  run: (settings) => compare(queryVariables, settings, (field, who) => field.askedWithVariable(who, numbered)),
}

/** A text that no server has seen: parsed, validated and executed for every request. */
export const queryNovel: Benchmark = {
  name: 'query-novel',
  about: 'the Endpoints view queried with a new document each time',
  run: (settings) => compare(queryNovel, settings, (field, who) => field.askedAnew(who, numbered)),
}

/** Digits that differ in each request. */
export const numbered = '0000000000'

/** Measures requests that are all different, against Mercurius with compiled queries and Apollo Server behind Express. */
function compare(
  { about }: Benchmark,
  settings: Parameters<Benchmark['run']>[0],
  ask: (field: Field, who: Contestant) => Asked,
): Promise<Result> {
  return withField({ peers: ['mercurius-jit', 'apollo-express'] }, async (field) => {
    const entries = entriesOf(field, (who) => ask(field, who)).map((entry) => ({ ...entry, numbered }))
    const measured = await measureAll(field, entries, settings)
    const cpu = (name: string) => (measured.get(name) ?? []).map(cpuPerQuestion)
    const [mercurius, apollo] = [cpu('mercurius-jit'), cpu('apollo-express')]
    const figures = Array.from(measured, ([label, rounds]) => {
      const figure = figureOf(label, rounds, mercurius)
      return { ...figure, beside: `${figure.beside}; ${ratioOf(cpu(label), apollo).toFixed(2)} × apollo-express` }
    })
    return { title: about, limit: 'Mercurius on Fastify with compiled queries', figures, json: jsonOf(figures) }
  })
}

const entriesOf = ({ vigia, peers }: Field, ask: (who: Contestant) => Asked): Entry[] =>
  [vigia, ...peers].map((who) => ({ label: who.name === 'vigia' ? 'Vigía' : who.name, who, asked: ask(who) }))
