import { notSignedIn } from '../auth/permissions.ts'
import type { Actor } from '../audit/actor.ts'
import type { Viewer } from '../auth/sessions.ts'
import type { TrustedDocument } from '../auth/tokens/bound-document.ts'
import type { Alerting } from '../alerting/alerting.ts'
import type { Secrets } from '../alerting/secrets.ts'
import type { Config } from '../config.ts'
import type { Clock } from '../lib/clock.ts'
import type { RootDatabase } from '../database/database.ts'
import { DomainError } from '../lib/errors.ts'
import type { Language } from '../lib/language.ts'
import type { Inventory, ReadInventory } from '../inventory/inventory.ts'
import type { ChangeBus } from '../lib/change-bus.ts'
import type { Panel } from '../monitoring/notifications/notifications.ts'
import type { LatencyStats } from '../monitoring/telemetry/latency-stats.ts'
import type { WithFrozenSubject, WithFrozenSubjects } from '../monitoring/incidents/operator-actions.ts'
import type { RetireSubject } from '../monitoring/incidents/retire-subject.ts'
import type { Pipeline } from '../monitoring/pipeline.ts'
import type { ResolveMx } from '../onboarding/check-mx.ts'
import type { IsProbed } from '../monitoring/policy/subject-policy.ts'
import type { StartReplay } from '../trade/replay/replay-runner.ts'
import type { SummaryOf } from '../monitoring/health/subject-timers.ts'
import { createLoaders, type Loaders } from './loaders.ts'

/** Dependencies shared by all operations. */
export type GraphqlDeps = {
  db: RootDatabase
  clock: Clock
  changeBus: ChangeBus
  environment: string
  /** Origin of the application's URLs; empty if no origin is configured, so that URLs are paths. */
  publicOrigin: string
  /** Reads the current notifications panel. Cached until its topic changes. */
  readPanel: () => Promise<Panel>
  readInventory: ReadInventory
  /** Statistics of a subject over the 5 minutes before the last evaluation; null without samples. */
  statsOf: (subjectId: number) => LatencyStats | null
  /** Summary of the samples that the last evaluation of the health rule used for a subject. */
  summaryOf: SummaryOf
  /** Time of a subject's last sample before the last evaluation, in milliseconds since 1970; null after an hour. */
  recentSampleOf: (subjectId: number) => number | null
  /** Runs work that depends on the state of a subject while no evaluation runs. */
  withFrozenSubject: WithFrozenSubject
  retireSubject: RetireSubject
  moveOnboarding: Pipeline['moveOnboarding']
  /** Looks up the mail servers of a domain. */
  resolveMx: ResolveMx
  /** Whether the service itself probes a subject. */
  isProbed: IsProbed
  withFrozenSubjects: WithFrozenSubjects
  startReplay: StartReplay
  /** The documents that a token can be bound to. */
  documents: readonly TrustedDocument[]
  config: Config
  /** Sends test messages, and makes the worker deliver pending messages at once. */
  alerting: Pick<Alerting, 'testDestination' | 'deliverNow'>
  secrets: Secrets
}

/** Context of one operation, as resolvers get it. */
export type Context = Omit<GraphqlDeps, 'changeBus'> & {
  viewer: Viewer | null
  /**
   * Returns the signed-in viewer.
   * @throws DomainError UNAUTHENTICATED without a session.
   */
  requireViewer: () => Viewer
  address: string
  requestId: string | null
  /** The trace of the request, 32 hexadecimal digits. */
  traceId: string | null
  /** The language in which the caller wants error messages. */
  language: Language
  /** The `tracestate` of the request; null without one. */
  traceState: string | null
  readonly loaders: Loaders
  /** Reads the inventory and keeps it for the whole operation. Not for mutations, because they change the inventory. */
  fixInventory(): Promise<void>
  /**
   * The inventory that was read last.
   * @throws Error if none was read.
   */
  readonly inventory: Inventory
  /** Returns the inventory. A mutation reads it again for each result, so that the result shows the change. */
  readResultInventory(): Inventory | Promise<Inventory>
}

/**
 * The viewer as the actor of a change.
 * @throws DomainError UNAUTHENTICATED without a session.
 */
export const actorOf = ({ requireViewer, address, requestId, traceId, traceState }: Context): Viewer & Actor => ({
  ...requireViewer(),
  address,
  requestId,
  traceId,
  traceState,
})

export const timeOf = ({ clock }: Pick<Context, 'clock'>): Date => new Date(clock.now())

/** The caller, their address and language, the id of the request, and its trace. */
export type Requester = Pick<Context, 'viewer' | 'address' | 'language' | 'requestId' | 'traceId' | 'traceState'>

/** The private state of a context: its loaders and the inventory it has read, both null until needed. */
type State = { createdLoaders: Loaders | null; snapshot: Inventory | null; isFixed: boolean }

/** Creates the context of one operation, whose loaders cache rows. Call `fixInventory` before executing a query. */
export type CreateContext = (requester: Requester) => Context

/** Contexts inherit their dependencies from a prototype, because copying them takes as long as a small query. */
export function createContexts(deps: GraphqlDeps): CreateContext {
  const prototype = Object.create(deps, Object.getOwnPropertyDescriptors(methods)) as Context
  return ({ viewer, address, language, requestId, traceId, traceState }) => {
    const own: Partial<Context> & State = {
      ...{ viewer, address, language, requestId, traceId, traceState },
      requireViewer() {
        if (!viewer) throw new DomainError('UNAUTHENTICATED', notSignedIn)
        return viewer
      },
      ...{ createdLoaders: null, snapshot: null, isFixed: false },
    }
    return Object.assign(Object.create(prototype) as Context, own)
  }
}

// These are on the prototype, because Apollo Server copies a context: a copy would evaluate own getters at once, and
// would lose `#private` fields.
const methods: Pick<Context, 'fixInventory' | 'inventory' | 'readResultInventory' | 'loaders'> &
  ThisType<Context & State> = {
  async fixInventory(): Promise<void> {
    this.snapshot = await this.readInventory()
    this.isFixed = true
  },

  get inventory(): Inventory {
    if (!this.snapshot) throw new Error('The inventory has not been read for this operation.')
    return this.snapshot
  },

  readResultInventory(): Inventory | Promise<Inventory> {
    return this.isFixed ? this.inventory : this.readInventory().then((inventory) => (this.snapshot = inventory))
  },

  /** Created on first use: most operations need no loaders. */
  get loaders(): Loaders {
    return (this.createdLoaders ??= createLoaders(this))
  },
}
