import type { SignedIn } from '../access/sessions.ts'
import type { Clock } from '../clock.ts'
import type { RootDatabase } from '../database/database.ts'
import { Refusal } from '../errors.ts'
import type { Inventory, ReadInventory } from '../inventory/inventory.ts'
import type { Live } from '../live.ts'
import type { Panel } from '../monitoring/notifications/notifications.ts'
import type { Figures } from '../monitoring/telemetry/figures.ts'
import type { WhileStill } from '../monitoring/incidents/operators.ts'
import { createLoaders, type Loaders } from './loaders.ts'

/** What every operation may reach for, whoever asks. */
export type Gateway = {
  db: RootDatabase
  clock: Clock
  live: Live
  environment: string
  /** The notifications panel and the inventory, as they are now; read once a change. */
  readPanel: () => Promise<Panel>
  readInventory: ReadInventory
  /** What was measured of a subject over the 5 minutes before the last tick; null without samples. */
  figuresOf: (subjectId: number) => Figures | null
  /** Does something that depends on how a subject stands, while nothing is being judged. */
  whileStill: WhileStill
}

/** What a resolver may reach for. */
export type Context = Gateway & {
  signedIn: SignedIn | null
  /** Who is signed in. @throws Refusal when nobody is. */
  whoever: () => SignedIn
  address: string
  requestId: string | null
  readonly loaders: Loaders
  /** The inventory as it is for the whole of this operation. */
  inventory: Inventory
}

/** Who asks, and from where. */
export type Asker = { signedIn: SignedIn | null; address: string; requestId: string | null }

/** For one operation: rows are read once and remembered, and the inventory stays the same. */
export const requestContext = async (gateway: Gateway, asker: Asker): Promise<Context> =>
  new OperationContext(gateway, asker, await gateway.readInventory())

// Written out: the gateway copied whole would cost as much as a small answer.
class OperationContext implements Context {
  readonly db
  readonly clock
  readonly live
  readonly environment
  readonly readPanel
  readonly readInventory
  readonly figuresOf
  readonly whileStill
  readonly signedIn
  readonly address
  readonly requestId
  readonly inventory
  readonly whoever
  // Not a private name: Apollo Server copies the context, which loses those.
  private known: Loaders | null = null

  constructor(gateway: Gateway, { signedIn, address, requestId }: Asker, inventory: Inventory) {
    this.db = gateway.db
    this.clock = gateway.clock
    this.live = gateway.live
    this.environment = gateway.environment
    this.readPanel = gateway.readPanel
    this.readInventory = gateway.readInventory
    this.figuresOf = gateway.figuresOf
    this.whileStill = gateway.whileStill
    this.signedIn = signedIn
    this.address = address
    this.requestId = requestId
    this.inventory = inventory
    this.whoever = () => {
      if (!signedIn) throw new Refusal('UNAUTHENTICATED', 'Sign in first: this needs a session.')
      return signedIn
    }
  }

  /** Most operations need none. */
  get loaders(): Loaders {
    return (this.known ??= createLoaders(this.db))
  }
}
