import { commit } from '../src/audit/commit.ts'
import { notify } from '../src/database/coordination/notify.ts'
import type { Topic } from '../src/lib/change-bus.ts'
import { givenDatabase } from './support/database/database.ts'
import { givenGateway } from './support/gateway.ts'
import { until } from './support/until.ts'

it('a change is published when its transaction commits, and not at all when it is rolled back', async () => {
  await using database = await givenDatabase()
  const heard: Topic[] = []
  const coordination = await database.openCoordination((...topics) => heard.push(...topics))
  heard.length = 0

  const undone = commit(database.db, async (tx) => {
    await notify(tx, 'sessions')
    // An entry without a time cannot be appended, which is after the revision of the panel.
    const entry = { by: { actor: 'a' }, at: new Date(NaN), action: 'sign-in', object: 'b' } as const
    return { views: ['panel'], audit: [entry] }
  })
  await expect(undone).rejects.toThrow('Invalid time value')
  const before = await commit(database.db, async (tx) => {
    await notify(tx, 'replays')
    await tx.$queryRaw`SELECT 1`
    return { result: [...heard], views: ['inventory'] }
  })
  await until('the change is heard', () => new Set(heard).size > 1)

  expect(before).toEqual([])
  // On a server twice: by the commit itself and by its notification.
  expect(new Set(heard)).toEqual(new Set(['replays', 'inventory']))
  await coordination.close()
})

it('a change without a notification is seen at the next tick', async () => {
  await using gateway = await givenGateway()
  await gateway.pass(2)
  const heard = gateway.listen('subscription { notifications { revision } }')
  const { notifications: before } = await heard.next()

  await gateway.db.$executeRaw`UPDATE "Revision" SET "value" = nextval('revision') WHERE "view" = 'panel'`
  await gateway.pass(10)

  const { notifications: after } = await heard.next()
  expect(after.revision).toBeGreaterThan(before.revision)
  await heard.end()
})
