import { givenGateway } from '../support/gateway.ts'
import { failures, givenQuickLibrary, givenTwoInstances } from '../support/process/instances.ts'
import { openSocket } from '../support/graphql/socket.ts'
import { until } from '../support/until.ts'

it('no change is missed when the LISTEN connections of the instances are cut', async () => {
  await using house = await givenTwoInstances()
  const [here, there] = house.clients
  await givenQuickLibrary(house.db, house.clients[0], 'L-1')
  await here.report(...failures('L-1'))
  const { id } = await until('an incident opens', () => house.db.incident.findFirst())
  const socket = openSocket(there.url, { cookie: there.cookie })
  const heard = socket.listen('subscription { notifications { revision badge } }')
  const { notifications: before } = await heard.next()

  const cut = await listening(house.db, 'cut')
  await here.ask('mutation ($id: ID!) { acknowledgeIncident(id: $id) { id } }', { id })
  const { notifications: after } = await heard.next()
  await until('they listen again', async () => (await listening(house.db)) === 2)
  await givenQuickLibrary(house.db, house.clients[0], 'L-2')
  await there.report(...failures('L-2'))
  await heard.until(({ notifications }) => notifications.badge === 2)

  expect(cut).toBe(2)
  expect(after.revision).toBeGreaterThan(before.revision)
  expect(house.instances.map(({ said }) => said.stderr)).toEqual(['', ''])
  await socket.dispose()
})

it('on a server a change without a notification is seen within two seconds', async () => {
  await using gateway = await givenGateway()
  await gateway.pass(2)
  const heard = gateway.listen('subscription { notifications { revision } }')
  const { notifications: before } = await heard.next()

  await gateway.db.$executeRaw`UPDATE "Revision" SET "value" = nextval('revision') WHERE "view" = 'panel'`
  await gateway.pass(2)

  const { notifications: after } = await heard.next()
  expect(after.revision).toBeGreaterThan(before.revision)
  await heard.end()
})

/** How many connections there are on which is listened to this database; `cut` ends them. */
async function listening(db: Awaited<ReturnType<typeof givenTwoInstances>>['db'], cut?: 'cut'): Promise<number> {
  const rows = await db.$queryRawUnsafe<unknown[]>(`
    SELECT ${cut ? 'pg_terminate_backend(pid)' : 'pid'} FROM pg_stat_activity
    WHERE application_name = 'vigia signals' AND datname = current_database()`)
  return rows.length
}
