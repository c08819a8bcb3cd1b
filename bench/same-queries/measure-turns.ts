import type { Contestant } from '../contestants.ts'
import type { Child } from '../processes/child.ts'
import type { Done } from '../processes/load.ts'
import type { Executed } from '../peers/same-direct.ts'
import type { Asked } from '../processes/request.ts'
import { numbered } from '../query-question.ts'
import type { Settings } from '../result.ts'
import { findCached, refuseOtherAnswers, remember, type Participants } from './participants.ts'
import type { Question } from './questions.ts'

/** Ways to execute a query: `cached` is by Vigía with its cache, `vigia` by Vigía without it. */
export type Way = 'direct' | 'vigia' | 'cached' | 'apollo' | 'mercurius'

/** CPU time per execution in microseconds, of each query in each way. */
export type Turn = Map<string, Record<Way, number>>

/** The turns of a round, in which the database answers from memory, and the time of each query with the database. */
export type Round = { turns: Turn[]; withDatabase: Map<string, number> }

/** The rounds, and the names of the queries that Vigía answers from its cache. */
export type Measurements = { rounds: Round[]; cached: ReadonlySet<string> }

const turnsInRound = 3
/** The duration of a measurement, of each `seconds`: many short ones bear a machine whose speed varies better. */
const sliceShare = 0.04
const warmUpMs = 60
/** Parsing and validating is much code, which V8 compiles only after hundreds of documents. */
const novelShare = 10
const maxRequests = 400
/** No more: each has a query of its own, and the resolvers of one user's page run at the same time. */
const connections = 4

/** The query of the Endpoints view by a text that no server has seen. */
const novelOf = (questions: readonly Question[]): Question[] =>
  questions
    .filter(({ name }) => name === 'Inventory')
    .map((question) => ({
      ...question,
      ...{
        name: novelName,
        documentId: null,
        text: question.text.replace('query Inventory', `query Inventory${numbered}`),
      },
    }))

export const novelName = 'a document never seen'

/** Measures all queries in all ways, round after round. */
export async function measureRounds(participants: Participants, settings: Settings): Promise<Measurements> {
  const { seconds, rounds, tell } = settings
  const ms = seconds * sliceShare * 1_000
  const questions = [...participants.questions, ...novelOf(participants.questions)]
  tell('the answers are being compared')
  await refuseOtherAnswers(participants)
  tell('warming up')
  await measureDirect(participants, questions, warmUpMs)
  await remember(participants, true)
  await measureTurn(participants, questions, warmUpMs)
  await refuseOtherAnswers(participants)
  const found: Round[] = []
  for (let round = 1; round <= rounds; round++) {
    tell(`round ${round} of ${rounds}`)
    await remember(participants, false)
    const withDatabase = await measureDirect(participants, questions, ms)
    await remember(participants, true)
    const turns: Turn[] = []
    for (let turn = 0; turn < turnsInRound; turn++) turns.push(await measureTurn(participants, questions, ms))
    found.push({ turns, withDatabase })
  }
  return { rounds: found, cached: await findCached(participants) }
}

async function measureTurn(participants: Participants, questions: readonly Question[], ms: number): Promise<Turn> {
  const { load, asked, vigia, apollo, mercurius } = participants
  const turn: Turn = new Map()
  for (const question of questions) {
    const isNovel = question.name === novelName
    const measureOne = (who: Contestant, request: Asked) =>
      measureSlice(load, who, request, isNovel ? novelShare * ms : ms)
    const direct = await execute(participants, question, ms)
    turn.set(question.name, {
      direct,
      vigia: await measureOne(vigia, asked('vigia', question, { 'cache-control': 'no-cache' })),
      cached: await measureOne(vigia, asked('vigia', question)),
      apollo: await measureOne(apollo, asked('apollo', question)),
      mercurius: await measureOne(mercurius, asked('mercurius', question)),
    })
  }
  return turn
}

async function measureDirect(participants: Participants, questions: readonly Question[], ms: number) {
  const measured = new Map<string, number>()
  for (const question of questions) measured.set(question.name, await execute(participants, question, ms))
  return measured
}

async function execute({ direct }: Participants, question: Question, ms: number): Promise<number> {
  const message = { execute: { question, ms, requests: maxRequests } }
  const { cpuMs, answered } = await direct.child.ask<Executed>('executed', message)
  return (cpuMs / answered) * 1_000
}

async function measureSlice(load: Child, { child, url }: Contestant, asked: Asked, ms: number): Promise<number> {
  const isNovel = asked.body.includes(numbered)
  const repeated = { asked, connections, isKept: true, ...(isNovel && { numbered }) }
  const before = await child.usage()
  const { answered, refused } = await load.ask<Done>('done', {
    job: { url, ms, requests: maxRequests, load: repeated, writes: null },
  })
  const after = await child.usage()
  if (refused > 0) throw new Error(`${refused} requests were not answered as they should be: ${asked.body}`)
  return ((after.cpuMs - before.cpuMs) / answered) * 1_000
}
