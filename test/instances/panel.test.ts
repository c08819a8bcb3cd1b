import { failures, givenQuickLibrary, givenTwoInstances } from '../support/process/instances.ts'
import { openSocket } from '../support/graphql/socket.ts'

const panel = 'subscription { notifications { revision badge } }'

it('a panel at one instance shows what was reported and done at the other', async () => {
  await using house = await givenTwoInstances()
  const [here, there] = house.clients
  for (const code of ['L-1', 'L-2']) await givenQuickLibrary(house.db, house.clients[0], code)
  const socket = openSocket(there.url, { cookie: there.cookie })
  const heard = socket.listen(panel)
  await heard.next()

  await here.report(...failures('L-1'), ...failures('L-2'))
  const { notifications: opened } = await heard.until(({ notifications }) => notifications.badge === 2)
  const { incidents } = await here.ask('{ incidents(filter: { open: true }) { edges { node { id } } } }')
  let { revision } = opened
  for (const { node } of incidents.edges) {
    await here.ask('mutation ($id: ID!) { acknowledgeIncident(id: $id) { id } }', { id: node.id })
    revision = (await heard.until(({ notifications }) => notifications.revision > revision))['notifications'].revision
  }

  const { incidents: seen } = await there.ask('{ incidents(filter: { open: true }) { edges { node { status } } } }')
  expect(seen.edges.map(({ node }: { node: { status: string } }) => node.status)).toEqual(Array(2).fill('ACKNOWLEDGED'))
  await socket.dispose()
})
