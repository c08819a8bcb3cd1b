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

/** What every operation may reach for, whoever asks. */
export type GraphqlDeps = {
  db: RootDatabase
  clock: Clock
  live: Live
  environment: string
  /** The notifications panel and the inventory, as they are now; read once a change. */
  readPanel: () => Promise<Panel>
  readInventory: ReadInventory
  /** What was measured of a subject over the 5 minutes before the last tick; null without samples. */
  statsOf: (subjectId: number) => LatencyStats | null
  /** Does something that depends on how a subject stands, while nothing is being judged. */
  withFrozenSubject: WithFrozenSubject
}

/** What a resolver may reach for. */
export type Context = GraphqlDeps & {
  signedIn: Viewer | null
  /** Who is signed in. @throws DomainError when nobody is. */
  requireViewer: () => Viewer
  address: string
  requestId: string | null
  readonly loaders: Loaders
  /** The inventory as it is for the whole of this operation. */
  inventory: Inventory
}

/** Who asks, and from where. */
export type Requester = { signedIn: Viewer | null; address: string; requestId: string | null }

/** For one operation: rows are read once and remembered, and the inventory stays the same. */
export const requestContext = async (gateway: GraphqlDeps, asker: Requester): Promise<Context> =>
  new OperationContext(gateway, asker, await gateway.readInventory())

// Written out: the gateway copied whole would cost as much as a small answer.
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
  // Not a private name: Apollo Server copies the context, which loses those.
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

  /** Most operations need none. */
  get loaders(): Loaders {
    return (this.known ??= createLoaders(this.db))
  }
}
