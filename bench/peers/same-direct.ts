import { parse } from 'graphql'
import { compileQuery, isCompiledQuery } from 'graphql-jit'
import { loadSchema } from '../../src/graphql/schema.ts'
import type { Question } from '../same-queries/questions.ts'
import { buildContexts } from '../same-queries/still-gateway.ts'
import { tellReady } from './ready.ts'

/** Executions of a query, and their CPU time. */
export type Executed = { answered: number; cpuMs: number }

type Execute = (question: Question) => Promise<unknown>

// The baseline: compiled queries are executed without a server. What they take is taken by the resolvers and the database.
const createContext = await buildContexts()
const compiled = new Map<string, Execute>()

process.on('message', ({ execute }: { execute?: { question: Question; ms: number; requests: number } }) => {
  if (!execute) return
  const { question, ms, requests } = execute
  void repeat(question, ms, requests).then((executed) => process.send?.({ executed }))
})
tellReady('')

async function repeat(question: Question, ms: number, requests: number): Promise<Executed> {
  const run = compiled.get(question.name) ?? compile(question)
  compiled.set(question.name, run)
  const until = performance.now() + ms
  const before = process.cpuUsage()
  let answered = 0
  while (answered < requests && performance.now() < until) {
    await run(question)
    answered += 1
  }
  const { user, system } = process.cpuUsage(before)
  return { answered, cpuMs: (user + system) / 1_000 }
}

function compile({ text, name }: Question): Execute {
  const query = compileQuery(loadSchema(), parse(text))
  if (!isCompiledQuery(query)) throw new Error(`${name} cannot be compiled.`)
  return async ({ variables }) => {
    const { errors } = await query.query(undefined, await createContext(), variables)
    if (errors) throw new Error(`${name}: ${JSON.stringify(errors)}`)
  }
}
