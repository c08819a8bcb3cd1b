import { notify } from '../src/database/coordination/notify.ts'
import { inTransaction } from '../src/database/database.ts'
import { bumpRevision } from '../src/database/revision.ts'
import type { Topic } from '../src/lib/change-bus.ts'
import { givenDatabase } from './support/database/database.ts'
import { givenGateway } from './support/gateway.ts'
import { until } from './support/until.ts'

it('a change is published when its transaction commits, and not at all when it is rolled back', async () => {
  await using database = await givenDatabase()
  const heard: Topic[] = []
  const coordination = await database.openCoordination((...topics) => heard.push(...topics))
  heard.length = 0

  const undone = inTransaction(database.db, async (tx) => {
    await bumpRevision(tx, ['panel'])
    await notify(tx, 'sessions')
    throw new Error('It is not to be.')
  })
  await expect(undone).rejects.toThrow('It is not to be.')
  const before = await inTransaction(database.db, async (tx) => {
    await bumpRevision(tx, ['inventory'])
    await tx.$queryRaw`SELECT 1`
    return [...heard]
  })
  await until('the change is heard', () => heard.length > 0)

  expect(before).toEqual([])
  // On a server twice: by the commit itself and by its notification.
  expect(new Set(heard)).toEqual(new Set(['inventory']))
  await coordination.close()
})

it('a change without a notification is seen within two seconds', async () => {
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
