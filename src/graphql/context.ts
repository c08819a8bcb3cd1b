import type { SignedIn } from '../access/sessions.ts'
import type { Clock } from '../clock.ts'
import type { RootDatabase } from '../database/database.ts'
import { Refusal } from '../errors.ts'
import type { Live } from '../live.ts'
import type { Figures } from '../monitoring/telemetry/figures.ts'
import type { WhileStill } from '../monitoring/incidents/operators.ts'
import type { Feeds } from './feeds.ts'
import { createLoaders, type Loaders } from './loaders.ts'

/** What every operation may reach for, whoever asks. */
export type Gateway = {
  db: RootDatabase
  clock: Clock
  live: Live
  environment: string
  /** What was measured of a subject over the last 5 minutes; null without samples. */
  figuresOf: (subjectId: number) => Figures | null
  /** Does something that depends on how a subject stands, while nothing is being judged. */
  whileStill: WhileStill
  feeds: Feeds
}

/** What a resolver may reach for. */
export type Context = Gateway & {
  signedIn: SignedIn | null
  /** Who is signed in. @throws Refusal when nobody is. */
  whoever: () => SignedIn
  address: string
  requestId: string | null
  loaders: Loaders
}

/** Who asks, and from where. */
export type Asker = { signedIn: SignedIn | null; address: string; requestId: string | null }

/** For one operation that is answered once: rows are read once and remembered. */
export const requestContext = (gateway: Gateway, asker: Asker): Context => context(gateway, asker, { cache: true })

/** For an operation that is answered again and again: rows are batched, but never remembered. */
export const listenerContext = (gateway: Gateway, asker: Asker): Context => context(gateway, asker, { cache: false })

function context(gateway: Gateway, asker: Asker, options: { cache: boolean }): Context {
  const whoever = () => {
    if (!asker.signedIn) throw new Refusal('UNAUTHENTICATED', 'Sign in first: this needs a session.')
    return asker.signedIn
  }
  return { ...gateway, ...asker, whoever, loaders: createLoaders(gateway.db, options) }
}
