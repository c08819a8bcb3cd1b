import { getNullableType, isInputObjectType, isNonNullType } from 'graphql'
import { loadSchema } from '../../../src/graphql/schema.ts'
import { givenAlertingGateway, givenDestination } from '../../support/alerting/destinations.ts'
import { givenHeartbeat } from '../../support/monitoring/heartbeats.ts'
import type { GivenGateway, Json } from '../../support/gateway.ts'

let gateway: GivenGateway
let heartbeat: { id: string; key: string }
let destination: string
beforeAll(async () => {
  gateway = await givenAlertingGateway()
  const created = await givenHeartbeat(gateway)
  heartbeat = { id: created.id, key: created.heartbeat['integration'].id }
  destination = await givenDestination(gateway, 'http://127.0.0.1:9/')
})
afterAll(() => gateway[Symbol.asyncDispose]())

const subject = () => ({ kind_key: { kind: 'INTEGRACIONES' as const, key: heartbeat.key } })
const storedSubject = async (): Promise<Json> => gateway.db.subject.findUniqueOrThrow({ where: subject() })

/** A mutation whose optional fields are the changes: values that it would refuse today, stored, and how one is changed. */
type PartialChange = {
  store: () => Promise<unknown>
  read: () => Promise<Json>
  change: (fields: Json) => Promise<Json>
  /** Each field alone with a new value, and the column that has it. */
  fields: Record<string, [value: unknown, column: string]>
}

const partials: Record<string, PartialChange> = {
  updateDestination: {
    store: () =>
      gateway.db.destination.update({
        where: { id: destination },
        data: { repeatMs: 60_000, intervalMs: 300_000, digestHour: 8, digestZone: 'Europe/Forgotten' },
      }),
    read: () => gateway.db.destination.findUniqueOrThrow({ where: { id: destination } }),
    change: (input) =>
      gateway.data(
        'mutation ($id: ID!, $input: DestinationChangeInput!) { updateDestination(id: $id, input: $input) { id } }',
        {
          id: destination,
          input,
        },
      ),
    fields: {
      name: ['Otra guardia', 'name'],
      filter: [{ criticalOnly: true }, 'filter'],
      events: [['CUSTOMER_LOCKED'], 'events'],
      groupBy: ['KIND', 'groupBy'],
      waitSeconds: [45, 'waitMs'],
      onlyUnacknowledgedAfterSeconds: [60, 'onlyUnacknowledgedAfterMs'],
      tellsResolved: [false, 'tellsResolved'],
      language: ['en', 'language'],
    },
  },
  updateHeartbeat: {
    store: () =>
      gateway.db.subject.update({ where: subject(), data: { policy: { failingLeast: 1 }, owner: 'x'.repeat(300) } }),
    read: storedSubject,
    change: (input) =>
      gateway.data(
        'mutation ($id: ID!, $input: HeartbeatChanges!) { updateHeartbeat(id: $id, input: $input) { id } }',
        {
          id: heartbeat.id,
          input,
        },
      ),
    fields: { name: ['Copia de Madrid', 'name'], critical: [true, 'critical'], owner: ['Sistemas', 'owner'] },
  },
  setSubjectDetails: {
    store: () =>
      gateway.db.subject.update({ where: subject(), data: { owner: 'x'.repeat(300), runbookUrl: 'ftp://x' } }),
    read: storedSubject,
    change: (input) =>
      gateway.data(
        'mutation ($input: SetSubjectDetailsInput!) { setSubjectDetails(input: $input) { subject { id } } }',
        {
          input: { kind: 'INTEGRACIONES', id: heartbeat.key, ...input },
        },
      ),
    fields: {
      owner: ['Compras', 'owner'],
      runbookUrl: ['https://guide.example/', 'runbookUrl'],
      critical: [true, 'critical'],
    },
  },
}

const columnsOf = ({ version, changed, ...row }: Json) => JSON.parse(JSON.stringify(row)) as Json

describe.each(Object.entries(partials))('%s', (_name, { store, read, change, fields }) => {
  it.each(Object.keys(fields))('changes %s alone, whatever else is stored', async (field) => {
    await gateway.db.subject.update({ where: subject(), data: { critical: false } })
    await store()
    const before = columnsOf(await read())
    const [value, column] = fields[field]!

    await change({ [field]: value })

    const after = columnsOf(await read())
    expect(after[column]).not.toEqual(before[column])
    expect(after).toEqual({ ...before, [column]: after[column] })
  })

  it('changes nothing if nothing is given', async () => {
    await store()
    const before = columnsOf(await read())

    await change({})

    expect(columnsOf(await read())).toEqual(before)
  })
})

it('a part of a schedule is refused if there is no other part to go with it', async () => {
  await gateway.db.subject.update({ where: subject(), data: { policy: {} } })

  const { errors } = await gateway.query(
    'mutation ($id: ID!) { updateHeartbeat(id: $id, input: { intervalSeconds: 600 }) { id } }',
    { id: heartbeat.id },
  )

  expect(errors).toMatchObject([{ extensions: { code: 'INVALID_INPUT', field: 'graceSeconds' } }])
})

it('thresholds that contradict each other since the subject became critical do not hinder a change of another', async () => {
  const set = (overrides: Json) =>
    gateway.query(
      'mutation ($input: SetSubjectPolicyInput!) { setSubjectPolicy(input: $input) { policy { overridden } } }',
      {
        input: { kind: 'INTEGRACIONES', id: heartbeat.key, overrides },
      },
    )
  const stored = { degradedEnter: 0.9, failingEnter: 0.5 }
  await gateway.db.subject.update({ where: subject(), data: { policy: stored } })

  expect(await set({ slowBudgetMs: 2_000 })).toMatchObject({
    status: 200,
    data: { setSubjectPolicy: expect.anything() },
  })

  expect((await storedSubject())['policy']).toEqual({ ...stored, slowBudgetMs: 2_000 })
  expect(await set({ degradedEnter: 0.8 })).toMatchObject({ errors: [{ extensions: { code: 'INVALID_INPUT' } }] })
})

it('every mutation with optional fields of something that exists is among these', () => {
  const mutations = Object.values(loadSchema().getMutationType()?.getFields() ?? {})
  const partial = mutations.filter(({ name, args }) => {
    const type = getNullableType(args.find((arg) => arg.name === 'input')?.type)
    if (!/^(update|set|change|edit)/.test(name) || !isInputObjectType(type)) return false
    return Object.values(type.getFields()).filter((field) => !isNonNullType(field.type)).length > 1
  })

  expect(partial.map(({ name }) => name).sort()).toEqual(Object.keys(partials).sort())
})
