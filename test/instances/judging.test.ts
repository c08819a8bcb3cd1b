import { failures, givenQuickLibrary, givenTwoInstances, judging } from '../support/process/instances.ts'
import { until } from '../support/until.ts'

const patienceMs = 30_000

it('evaluation continues when the evaluating instance is killed', async () => {
  await using house = await givenTwoInstances()
  await givenQuickLibrary(house.db, house.clients[0], 'L-1')
  const { judge, other } = await judging(house.instances)

  await house.instances[judge].kill()
  await house.clients[other].report(...failures('L-1'))

  const incident = await until('an incident opens', () => house.db.incident.findFirst(), patienceMs)
  expect(incident).toMatchObject({ openKey: 'LIBRERIAS:L-1', status: 'OPEN' })
})

it('evaluation is handed over when the evaluating instance is stopped', async () => {
  await using house = await givenTwoInstances()
  await givenQuickLibrary(house.db, house.clients[0], 'L-1')
  const { judge, other } = await judging(house.instances)

  house.instances[judge].send('SIGTERM')
  const ended = await house.instances[judge].ended()
  await house.clients[other].report(...failures('L-1'))

  await until('an incident opens', () => house.db.incident.findFirst(), patienceMs)
  expect(ended.code).toBe(0)
})
