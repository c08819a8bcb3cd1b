import { openDatabase } from '../../src/database/open.ts'
import {
  alertingSettings,
  countDelivered,
  givenPendingDeliveries,
  givenSlowReceiver,
} from '../support/alerting/pending-deliveries.ts'
import { givenDirectory, startVigia } from '../support/process/process.ts'
import { until } from '../support/until.ts'

const deaths = Number(process.env['FAULT_ROUNDS'] ?? 1)
const count = 500

it(
  `${count} pending deliveries all arrive although the process is killed ${deaths} times, each with its own id`,
  async () => {
    await using directory = await givenDirectory()
    await using receiver = await givenSlowReceiver(50)
    const open = async () => {
      const opened = await openDatabase({ databaseUrl: null, dataDir: directory.path }, process.pid)
      return { ...opened, [Symbol.asyncDispose]: opened.close }
    }
    let ids: string[]
    {
      await using opened = await open()
      const given = { ...opened, databaseUrl: null, openAgain: () => Promise.resolve(opened) }
      ids = await givenPendingDeliveries(given, receiver.url, count)
    }
    const settings = { ...alertingSettings, DATA_DIR: directory.path }

    for (let death = 1; death <= deaths; death++) {
      const before = receiver.ids().length
      await using vigia = startVigia(settings)
      const enough = Math.min(count / (deaths + 1), count - before)
      await until('some have arrived', () => receiver.ids().length >= before + enough)
      await vigia.kill()
    }
    await using last = startVigia(settings)
    await last.ready()
    await until('all have arrived', () => new Set(receiver.ids()).size === count)
    // The process finishes deliveries in progress before it ends.
    last.send('SIGTERM')
    expect(await last.ended()).toMatchObject({ code: 0 })

    await using opened = await open()
    expect(new Set(receiver.ids())).toEqual(new Set(ids))
    expect(await countDelivered(opened.db)).toBe(count)
    // At most the eight that were under way came again.
    expect(receiver.ids().length - count).toBeLessThanOrEqual(8 * deaths)
  },
  120_000 + deaths * 30_000,
)
