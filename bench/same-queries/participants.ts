import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { startLoad, startPeer, type Contestant } from '../contestants.ts'
import type { Child } from '../processes/child.ts'
import { createOpened, type Opened } from '../processes/opened.ts'
import type { Asked } from '../processes/request.ts'
import { asking } from '../query-question.ts'
import { openFolder } from '../vigia.ts'
import { fillDatabase } from './filled.ts'
import type { Question } from './questions.ts'

/** The servers; `direct` executes the queries without one. Each has a copy of the same database. */
const servers = ['vigia', 'apollo', 'mercurius'] as const
const names = [...servers, 'direct'] as const

export type Server = (typeof servers)[number]
export type Participants = Record<(typeof names)[number], Contestant> & {
  load: Child
  questions: Question[]
  asked: (server: Server, question: Question, headers?: Record<string, string>) => Asked
}

/** Starts all of them on a filled database, does the work and stops them. */
export async function withParticipants<T>(work: (participants: Participants) => Promise<T>): Promise<T> {
  await using opened = createOpened()
  const { path } = opened.use(await openFolder())
  const { at, cookie, questions } = await fillDatabase(join(path, 'filled'))
  const start = (name: string) => startOn(opened, path, name, { AT: String(at), COOKIE: cookie })
  return await work({
    vigia: await start('vigia'),
    apollo: await start('apollo'),
    mercurius: await start('mercurius'),
    direct: await start('direct'),
    load: opened.use(await startLoad()),
    questions,
    asked: (server, question, headers) =>
      requestOf(server, question, { ...(server === 'vigia' && { cookie }), ...headers }),
  })
}

async function startOn(opened: Opened, path: string, name: string, env: Record<string, string>): Promise<Contestant> {
  const dataDir = join(path, name)
  await cp(join(path, 'filled'), dataDir, { recursive: true })
  const started = await startPeer(`same-${name}`, { ...env, DATA_DIR: dataDir })
  opened.use(started.child)
  return started
}

/** The application sends Vigía the id of the document; the peers only support texts. */
function requestOf(server: Server, { documentId, text, variables }: Question, headers: Record<string, string>): Asked {
  const byId = server === 'vigia' && documentId !== null
  return asking({ ...(byId ? { documentId } : { query: text }), variables }, headers)
}

/** Makes all of them answer reads of the database from memory, or not any more. */
export async function remember(participants: Participants, isWanted: boolean) {
  for (const name of names) await participants[name].child.ask('remembered', { remember: isWanted })
}

/** Rejects peers that answer any query otherwise than Vigía, since the comparison would be unfair. */
export async function refuseOtherAnswers(participants: Participants) {
  for (const question of participants.questions) {
    const answers = await Promise.all(servers.map((server) => answerOf(participants, server, question)))
    const wrong = answers.find((answer) => 'errors' in answer || !isDeepStrictEqual(answer, answers[0]))
    if (wrong) throw new Error(`The answers to ${question.name} differ, or fail: ${JSON.stringify(answers)}`)
  }
}

/** The names of the queries that Vigía answers from its cache: such a response has no id of a request in the log. */
export async function findCached({ vigia, asked, questions }: Participants): Promise<ReadonlySet<string>> {
  const cached = new Set<string>()
  for (const question of questions) {
    const { path, ...request } = asked('vigia', question)
    const { headers } = await fetch(vigia.url + path, request)
    if (!headers.has('x-request-id')) cached.add(question.name)
  }
  return cached
}

async function answerOf({ asked, ...participants }: Participants, server: Server, question: Question) {
  const { path, ...request } = asked(server, question, { 'cache-control': 'no-cache' })
  const answer = await fetch(participants[server].url + path, request)
  return JSON.parse(await answer.text(), (key, value: unknown) => (key === 'revision' ? 0 : value)) as object
}
