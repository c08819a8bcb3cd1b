import { manualClock, type ManualClock } from './clock.ts'
import { givenAlertingGateway } from './alerting/destinations.ts'
import { givenDatabase, type GivenDatabase } from './database/database.ts'
import type { GivenGateway, Options } from './gateway.ts'

const settledAtOnce = () => Promise.resolve()

/**
 * Instances in this process on one database, whose clocks are ahead of the database's by these many milliseconds. Time
 * passes for all of them alike; `time` is the database's.
 */
export async function givenSkewedInstances(aheadMs: readonly number[], options: Omit<Options, 'clock'> = {}) {
  const time = manualClock()
  const database = { ...(await givenDatabase()), time }
  const opened: { close: () => Promise<void> }[] = []
  const gateways: GivenGateway[] = []
  const isAway = new Set<number>()
  const dispose = async () => {
    for (const gateway of gateways) await gateway[Symbol.asyncDispose]()
    for (const one of opened) await one.close()
    await database[Symbol.asyncDispose]()
  }

  async function join(ahead: number): Promise<GivenGateway> {
    const again = await database.openAgain()
    opened.push(again)
    const own: GivenDatabase = { ...database, ...again }
    const number = gateways.length
    const gateway = await givenAlertingGateway({
      ...options,
      clock: manualClock(time.now() + ahead),
      database: own,
      readDatabaseTime: () => Promise.resolve(isAway.has(number) ? null : time.now()),
    })
    gateways.push(gateway)
    return gateway
  }
  /** Moves the clocks of all by this many seconds, one second after the other. */
  async function pass(seconds: number, each: (second: number) => Promise<void> = settledAtOnce) {
    for (let second = 0; second < seconds; second++) {
      await each(second)
      await time.advance(1_000, settledAtOnce)
      for (const gateway of gateways) await gateway.pass(1)
    }
  }

  try {
    for (const ahead of aheadMs) await join(ahead)
  } catch (error) {
    await dispose()
    throw error
  }
  return {
    db: database.db,
    time,
    gateways,
    clocks: gateways.map(({ clock }): ManualClock => clock),
    pass,
    /** The instances that cannot read the time of the database. */
    isAway,
    /** All are suspended for this long. */
    jump(ms: number) {
      for (const clock of [time, ...gateways.map((gateway) => gateway.clock)]) clock.jump(ms)
    },
    [Symbol.asyncDispose]: dispose,
  }
}
