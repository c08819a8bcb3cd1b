import { givenDatabase } from '../support/database/database.ts'
import { isLongRun } from '../support/extent.ts'
import { commonSettings } from '../support/process/instances.ts'
import {
  alertingSettings,
  countDelivered,
  givenPendingDeliveries,
  givenSlowReceiver,
} from '../support/alerting/pending-deliveries.ts'
import { startVigia } from '../support/process/process.ts'
import { until } from '../support/until.ts'

const rounds = Number(process.env['FAULT_ROUNDS'] ?? 1)
const count = isLongRun ? 500 : 80

it(
  'two instances deliver everything although both are killed, and no delivery is sent by both at the same time',
  async () => {
    await using receiver = await givenSlowReceiver(100)
    await using database = await givenDatabase()
    const ids = await givenPendingDeliveries(database, receiver.url, count)
    const settings = { ...commonSettings, ...alertingSettings, DATABASE_URL: database.databaseUrl ?? '' }
    const arrived = () => new Set(receiver.ids()).size

    for (let round = 1; round <= rounds; round++) {
      const before = arrived()
      await using first = startVigia(settings)
      await using second = startVigia(settings)
      await Promise.all([first.ready(), second.ready()])
      await until('some have arrived', () => arrived() >= Math.min(count, before + count / (rounds + 1)))
      await Promise.all([first.kill(), second.kill()])
      // The minute passes after which what they were delivering is delivered again.
      await database.db.delivery.updateMany({
        where: { leasedUntil: { not: null } },
        data: { leasedUntil: new Date(0) },
      })
    }
    await using first = startVigia(settings)
    await using second = startVigia(settings)
    await until('all are delivered', async () => (await countDelivered(database.db)) === count)
    for (const instance of [first, second]) instance.send('SIGTERM')
    await Promise.all([first.ended(), second.ended()])

    expect(new Set(receiver.ids())).toEqual(new Set(ids))
    expect(receiver.ids().length - count).toBeLessThanOrEqual(8 * rounds)
    expect(receiver.overlapping).toEqual(new Set())
  },
  120_000 + rounds * 30_000,
)
