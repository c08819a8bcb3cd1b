import { readdir } from 'node:fs/promises'
import type { Clock } from '../lib/clock.ts'
import { log } from '../lib/log.ts'
import { renderSinli, type SinliSentence } from '../messages/sinli/sinli.ts'
import { render, type Sentence } from '../messages/sentences.ts'
import { hashOf } from '../messages/stored-sentence.ts'
import { inTransaction, type RootDatabase } from './database.ts'

/** The scripts in `prisma/conversions`, which convert what earlier releases stored. They import nothing. */
type Conversion = { convert: (means: Means) => Promise<boolean> }

/** Functions given to a script: it can run statements, render sentences in English, and compute the MD5 of a text. */
type Means = {
  query: (statement: string, ...values: unknown[]) => Promise<unknown[]>
  render: (sentence: Sentence) => string
  renderSinli: (sentence: SinliSentence) => string
  hash: (text: string) => string
}

const folder = new URL('../../prisma/conversions/', import.meta.url)

/** Key of the advisory lock of a batch, so that instances do not read the same rows; an arbitrary number. */
const conversionLock = 7_486_449

/** Interval of conversions on a server, where an instance of the earlier release may still write old data. */
const everyMs = 60_000

/** Conversions in progress; `settled` resolves once no batch runs. */
export type Conversions = { settled: () => Promise<void>; stop: () => Promise<void> }

/** Starts converting old data in the background: once at the start, and every minute on a server. */
export function startConversions(db: RootDatabase, clock: Clock, isOnServer: boolean): Conversions {
  const stopping = new AbortController()
  let running = Promise.resolve()
  const run = () => {
    running = running
      .then(() => convertAll(db, stopping.signal))
      .catch((error: unknown) => {
        log.warn({ err: error }, 'could not convert what an earlier release stored; retrying')
      })
  }
  run()
  const cancel = isOnServer ? clock.every(everyMs, run) : () => undefined
  return {
    settled: () => running,
    async stop() {
      cancel()
      stopping.abort()
      await running
    },
  }
}

async function convertAll(db: RootDatabase, stopping: AbortSignal): Promise<void> {
  for (const { convert } of await (loading ??= loadAll()))
    while (!stopping.aborted && (await convertSome(db, convert)));
}

let loading: Promise<Conversion[]> | undefined

async function loadAll(): Promise<Conversion[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.js')).sort()
  return Promise.all(names.map(async (name) => (await import(new URL(name, folder).href)) as Conversion))
}

/** Converts a batch; false if nothing is left to convert. */
const convertSome = (db: RootDatabase, convert: Conversion['convert']): Promise<boolean> =>
  inTransaction(db, async (tx) => {
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(${conversionLock}::bigint)`
    return convert({
      query: (statement, ...values) => tx.$queryRawUnsafe(statement, ...values),
      render: (sentence) => render(sentence, 'en'),
      renderSinli: (sentence) => renderSinli(sentence, 'en'),
      hash: hashOf,
    })
  })
