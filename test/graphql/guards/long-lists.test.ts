import { isInterfaceType, isObjectType } from 'graphql'
import { isCounted } from '../../../src/graphql/guards/list-counts.ts'
import { loadSchema } from '../../../src/graphql/schema.ts'
import { givenGateway, type GivenGateway, type Json } from '../../support/gateway.ts'
import { givenLongLists, many } from '../../support/graphql/long-lists.ts'

const schema = loadSchema()

let gateway: GivenGateway
beforeAll(async () => {
  gateway = await givenGateway({ config: { sampleData: false } })
  await givenLongLists(gateway)
})
afterAll(() => gateway[Symbol.asyncDispose]())

/** The number of values in a response, counted as the estimate counts them: each field once, and each item of a list. */
function valuesIn(value: unknown): number {
  if (Array.isArray(value))
    return value.reduce<number>((sum, item) => sum + (typeof item === 'object' ? valuesIn(item) : 1), 0)
  if (typeof value !== 'object' || value === null) return 0
  return Object.values(value).reduce<number>((sum, part) => sum + 1 + valuesIn(part), 0)
}

/** A query by its selection, with its data and its cost. */
async function ask(selection: string): Promise<{ data: Json; errors?: Json[]; requested: number }> {
  const incident = `"incident-${(await gateway.db.subject.findFirstOrThrow({ where: { key: 'many-1' } })).id}"`
  const query = `{ ${selection.replace('INCIDENT', incident)} }`
  const answer = await gateway.post('/graphql', { query }, { 'graphql-cost': '1' })
  const { data, errors, extensions } = (await answer.json()) as Json
  return { data, errors, requested: extensions?.cost.requested }
}

const selections: [list: string, selection: string][] = [
  ['Query.integrations', 'integrations { id }'],
  ['Query.heartbeats', 'heartbeats { id nextExpectedAt }'],
  ['Query.destinations', 'destinations { id name }'],
  ['Query.operators', 'operators { id }'],
  ['Query.mySessions', 'mySessions { id }'],
  ['Query.myTokens', 'myTokens { id }'],
  ['Query.serviceTokens', 'serviceTokens { id }'],
  ['Query.services', 'services { id observedIntervalSeconds }'],
  ['Query.trustedDocuments', 'trustedDocuments { id name }'],
  ['Query.maintenances', 'maintenances { id }'],
  ['Query.mutes', 'mutes { id }'],
  ['SubjectMatcher.subjects', 'maintenances(first: 20) { matcher { subjects { id } } }'],
  ['DestinationFilter.subjects', 'destination(id: "many-1") { filter { subjects { id } } }'],
  ['Maintenance.incidents', 'maintenances { incidents { id } }'],
  ['Integration.downstream', 'integration(id: "many-1") { downstream { id name } }'],
  ['Integration.upstream', 'integration(id: "many-2") { upstream { id } }'],
  ['Subject.downstream', 'subject(kind: INTEGRACIONES, id: "many-1") { downstream { id } upstream { id } }'],
  ['Incident.timeline', 'incident(id: INCIDENT) { timeline { id at event } }'],
  ['Incident.deliveries', 'incident(id: INCIDENT) { deliveries { id } }'],
  ['Incident.suppresses', 'incident(id: INCIDENT) { suppresses { id } }'],
  ['Delivery.incidents', 'destination(id: "many-1") { lastDelivery { incidents { id } } }'],
  ['Delivery.attempts', 'destination(id: "many-1") { lastDelivery { attempts { id } } }'],
  ['Replay.results', 'replay(id: "replay-1") { results { outcome } }'],
  ['SinliMessage.attempts', 'sinliMessage(id: "message-1") { attempts { id } }'],
  ['NotificationCategory.incidents', 'notifications { categories { incidents { id } } }'],
  ['Inventory.criticalEndpoints', 'inventory { criticalEndpoints { id } areas { endpoints { id } } }'],
  ['each of all', 'integrations { id downstream { id } upstream { id } }'],
  ['each of a page', 'subjects(first: 200) { edges { node { id downstream { id } upstream { id } } } }'],
  ['each of a page that one parent fills', 'incidents(first: 200) { edges { node { id suppresses { id } } } }'],
]

describe('the cost of an operation on a database with more than 600 of everything', () => {
  it.each(selections)('is at least what it returns, and less than three times as much: %s', async (_, selection) => {
    const { data, errors, requested } = await ask(selection)

    expect(errors).toBeUndefined()
    expect(requested).toBeGreaterThanOrEqual(valuesIn(data))
    expect(requested).toBeLessThan(3 * valuesIn(data) + 20)
  })

  it('names the list that costs most, and that it takes `first`', async () => {
    const history = 'history(window: LAST_90_DAYS) { at requests }'
    const refused = await ask(`integrations { id ${history} }`)
    const allowed = await ask(`integrations(first: 10) { id ${history} }`)

    expect(refused.errors?.[0]).toMatchObject({
      message: expect.stringMatching(/ Most are in Query\.integrations, which takes `first`\.$/),
      extensions: { code: 'TOO_COMPLEX' },
    })
    expect(allowed.data['integrations']).toHaveLength(10)
  })

  it('was compared for every kind of list that is counted', () => {
    const compared = new Set(selections.map(([list]) => list.replace(/^\w+\.(up|down)stream$/, '$1stream')))
    const names = countedLists().map((list) => list.replace(/^\w+\.(up|down)stream$/, '$1stream'))

    // `endSession` returns the sessions that `mySessions` does; every endpoint is reported by Vigía itself.
    expect(names.filter((name) => !compared.has(name))).toEqual([
      'Area.endpoints',
      'Inventory.services',
      'Mutation.endSession',
    ])
  })
})

const countedLists = () =>
  Object.values(schema.getTypeMap())
    .filter((type) => isObjectType(type) || isInterfaceType(type))
    .flatMap((type) => Object.keys(type.getFields()).map((field) => `${type.name}.${field}`))
    .filter(isCounted)
    .sort()

describe('a list without pages', () => {
  const paged: [name: string, selection: (slice: string) => string, size: number][] = [
    ['integrations', (slice) => `integrations${slice} { id }`, many + 1],
    ['heartbeats', (slice) => `heartbeats${slice} { id }`, many],
    ['destinations', (slice) => `destinations${slice} { id }`, many],
    ['operators', (slice) => `operators${slice} { id }`, many + 1],
    ['mySessions', (slice) => `mySessions${slice} { id }`, many + 1],
    ['myTokens', (slice) => `myTokens${slice} { id }`, many],
    ['serviceTokens', (slice) => `serviceTokens${slice} { id }`, many],
    ['maintenances', (slice) => `maintenances${slice} { id }`, 200],
    ['mutes', (slice) => `mutes${slice} { id }`, 200],
    ['Incident.timeline', (slice) => `incident(id: INCIDENT) { timeline${slice} { id } }`, many],
    ['Incident.suppresses', (slice) => `incident(id: INCIDENT) { suppresses${slice} { id } }`, 200],
    ['Incident.deliveries', (slice) => `incident(id: INCIDENT) { deliveries${slice} { id } }`, 50],
    ['Delivery.attempts', (slice) => `destination(id: "many-1") { lastDelivery { attempts${slice} { id } } }`, many],
    ['Delivery.incidents', (slice) => `destination(id: "many-1") { lastDelivery { incidents${slice} { id } } }`, 200],
    ['SinliMessage.attempts', (slice) => `sinliMessage(id: "message-1") { attempts${slice} { id } }`, many],
  ]

  const idsIn = (data: Json): string[] => {
    const [value] = Object.values(data) as (Json | Json[])[]
    return Array.isArray(value) ? value.map(({ id }) => id as string) : idsIn(value ?? {})
  }

  it.each(paged)(
    'is read whole, or in parts that each begin after the last item before: %s',
    async (_, selection, size) => {
      const whole = idsIn((await ask(selection(''))).data)
      const parts: string[][] = []
      do {
        const after = parts.at(-1)?.at(-1)
        const slice = after === undefined ? '(first: 150)' : `(first: 150, after: ${JSON.stringify(after)})`
        parts.push(idsIn((await ask(selection(slice))).data))
      } while (parts.at(-1)?.length === 150)

      expect(whole).toHaveLength(size)
      expect(parts.flat()).toEqual(whole)
      expect(idsIn((await ask(selection(`(after: ${JSON.stringify(whole.at(-3))})`))).data)).toEqual(whole.slice(-2))
    },
  )

  it.each(paged)('refuses an item that it does not have, and a number out of bounds: %s', async (_, selection) => {
    for (const [field, slice] of [
      ['after', '(after: "none")'],
      ['first', '(first: 0)'],
      ['first', '(first: 201)'],
    ] as const) {
      const { errors } = await ask(selection(slice))

      expect(errors).toMatchObject([{ extensions: { code: 'INVALID_INPUT', field } }])
    }
  })

  it('of subjects of several kinds begins with its first items', async () => {
    const { data } = await ask(
      'integration(id: "many-1") { some: downstream(first: 3) { name } all: downstream { name } none: upstream(first: 3) { name } }',
    )

    expect(data['integration'].some).toEqual(data['integration'].all.slice(0, 3))
    expect(data['integration'].none).toEqual([])
  })
})
