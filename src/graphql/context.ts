import type { Viewer } from '../auth/sessions.ts'
import type { Clock } from '../lib/clock.ts'
import type { RootDatabase } from '../database/database.ts'
import { DomainError } from '../lib/errors.ts'
import type { Inventory, ReadInventory } from '../inventory/inventory.ts'
import type { Live } from '../lib/change-bus.ts'
import type { Panel } from '../monitoring/notifications/notifications.ts'
import type { LatencyStats } from '../monitoring/telemetry/latency-stats.ts'
import type { WithFrozenSubject } from '../monitoring/incidents/operator-actions.ts'
import { createLoaders, type Loaders } from './loaders.ts'

/** Dependencies shared by all operations. */
export type GraphqlDeps = {
  db: RootDatabase
  clock: Clock
  live: Live
  environment: string
  /** Reads the current notifications panel; one read per change of its topic, as for the inventory. */
  readPanel: () => Promise<Panel>
  readInventory: ReadInventory
  /** Statistics of a subject over the 5 minutes before the last tick; null without samples. */
  statsOf: (subjectId: number) => LatencyStats | null
  /** Runs work that depends on the state of a subject while no evaluation runs. */
  withFrozenSubject: WithFrozenSubject
}

/** Context of one operation, as resolvers get it. */
export type Context = GraphqlDeps & {
  signedIn: Viewer | null
  /** Returns the signed-in viewer. @throws DomainError UNAUTHENTICATED without a session. */
  requireViewer: () => Viewer
  address: string
  requestId: string | null
  readonly loaders: Loaders
  /** Snapshot of the inventory, the same for the whole operation. */
  inventory: Inventory
}

/** The caller, their address and the id of the request. */
export type Requester = { signedIn: Viewer | null; address: string; requestId: string | null }

/** Creates the context of one operation: its loaders cache rows, and its inventory does not change. */
export const requestContext = async (gateway: GraphqlDeps, asker: Requester): Promise<Context> =>
  new OperationContext(gateway, asker, await gateway.readInventory())

// Fields are assigned one by one: spreading the dependencies costs as much as executing a small query.
class OperationContext implements Context {
  readonly db
  readonly clock
  readonly live
  readonly environment
  readonly readPanel
  readonly readInventory
  readonly statsOf
  readonly withFrozenSubject
  readonly signedIn
  readonly address
  readonly requestId
  readonly inventory
  readonly requireViewer
  // Not a `#private` field: Apollo Server copies the context, and copies lose those.
  private known: Loaders | null = null

  constructor(gateway: GraphqlDeps, { signedIn, address, requestId }: Requester, inventory: Inventory) {
    this.db = gateway.db
    this.clock = gateway.clock
    this.live = gateway.live
    this.environment = gateway.environment
    this.readPanel = gateway.readPanel
    this.readInventory = gateway.readInventory
    this.statsOf = gateway.statsOf
    this.withFrozenSubject = gateway.withFrozenSubject
    this.signedIn = signedIn
    this.address = address
    this.requestId = requestId
    this.inventory = inventory
    this.requireViewer = () => {
      if (!signedIn) throw new DomainError('UNAUTHENTICATED', 'Sign in first: this needs a session.')
      return signedIn
    }
  }

  /** Created on first use: most operations need no loaders. */
  get loaders(): Loaders {
    return (this.known ??= createLoaders(this.db))
  }
}
