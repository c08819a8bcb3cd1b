import { givenTwoInstances, judging } from '../support/process/instances.ts'
import { until } from '../support/until.ts'

it('a beat counts on whichever instance it arrives, also if that one is killed once it has answered', async () => {
  await using house = await givenTwoInstances()
  const { judge, other } = await judging(house.instances)
  const { createHeartbeat } = await house.clients[judge].ask(
    `mutation { createHeartbeat(input: { name: "Copia", intervalSeconds: 300, graceSeconds: 60 }) { secret } }`,
  )
  const beat = (status: string) =>
    fetch(`${house.clients[other].url}/ingest/v1/heartbeats/${createHeartbeat['secret']}?status=${status}`)
  const becomes = (state: 'OPERATIVO' | 'FALLANDO') =>
    until(`the job is ${state}`, () => house.db.subject.findFirst({ where: { heartbeat: {}, state } }))

  expect((await beat('up')).status).toBe(204)
  await becomes('OPERATIVO')
  expect((await beat('down')).status).toBe(204)
  await house.instances[other].kill()

  await becomes('FALLANDO')
})
