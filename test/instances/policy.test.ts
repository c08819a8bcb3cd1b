import { failures, givenQuickLibrary, givenTwoInstances, judging } from '../support/process/instances.ts'
import { until } from '../support/until.ts'

const setting = `mutation ($input: SetSubjectPolicyInput!) { setSubjectPolicy(input: $input) { policy { overridden } } }`

it('a policy saved at one instance is used by the instance that evaluates', async () => {
  await using house = await givenTwoInstances()
  await givenQuickLibrary(house.db, house.clients[0], 'L-1')
  const { other } = await judging(house.instances)
  const save = (overrides: object) =>
    house.clients[other].ask(setting, { input: { kind: 'LIBRERIAS', id: 'L-1', overrides } })
  await save({ failingLeast: 1_000, degradedLeast: 1_000 })
  await house.clients[other].report(...failures('L-1'))
  const before = await until('the failures are judged', () =>
    house.db.subject.findFirst({ where: { key: 'L-1', memory: { path: ['lastSampleAt'], gt: 0 } } }),
  )

  await save({ failingLeast: null, degradedLeast: null })

  expect(before.state).toBe('DESCONOCIDO')
  expect(await until('an incident opens', () => house.db.incident.findFirst())).toMatchObject({ severity: 'FALLANDO' })
})
