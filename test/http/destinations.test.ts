import {
  givenAlertingGateway,
  givenDestination,
  givenFailingLibraries,
  untilReceived,
} from '../support/alerting/destinations.ts'
import type { GivenGateway, Json } from '../support/gateway.ts'
import { givenSignedIn } from '../support/auth/operators.ts'
import { givenReceiver } from '../support/alerting/receiver.ts'
import { until } from '../support/until.ts'

let gateway: GivenGateway
let receiver: Awaited<ReturnType<typeof givenReceiver>>
beforeAll(async () => {
  gateway = await givenAlertingGateway()
  receiver = await givenReceiver((response) => response.end('thanks'))
})
afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
  await receiver[Symbol.asyncDispose]()
})

const destinationFields = `id name type target events groupBy waitSeconds intervalSeconds repeatSeconds
  onlyUnacknowledgedAfterSeconds tellsResolved language digestHour digestZone enabled disabledAt disabledBecause
  disabledSentence { code parameters } waitsUntil
  rotatedAt createdAt health { id }
  filter { kinds severities criticalOnly areas { id } subjects { kind } }`

const deliveryFields = `id destination { id } kind status createdAt nextAttemptAt endedAt givenUpBecause firing resolved text
  attempts { at milliseconds status error sentence { code parameters } answer } incidents { id }`

const path = '/api/admin/destinations/'
const json = async (answer: Response | Promise<Response>) => (await (await answer).json()) as Json

/** Waits until the answers of the receiver are stored. */
const untilEnded = (destinationId: string) =>
  until('no delivery is pending', async () => {
    return (await gateway.db.delivery.count({ where: { destinationId, status: 'PENDING' } })) === 0
  })

const remove = (id: string) =>
  fetch(`${gateway.url}${path}${id}/`, { method: 'DELETE', headers: { cookie: gateway.cookie } })

/** A destination as GraphQL answers it, written as REST writes it. */
async function fromGraphql(id: string): Promise<Json> {
  const { destination } = await gateway.data(`query ($id: ID!) { destination(id: $id) { ${destinationFields} } }`, {
    id,
  })
  const { health, filter, ...rest } = destination
  const { severities, areas, subjects } = filter
  const labels: Json = { FALLANDO: 'Fallando', DEGRADADO: 'Degradado' }
  return {
    ...rest,
    integration: health.id,
    filter: {
      ...filter,
      severities: severities.map((severity: string) => labels[severity]),
      areas: areas.map(({ id }: Json) => id as string),
      subjects: subjects.map(({ kind }: Json) => ({ kind })),
    },
  }
}

describe('a destination over REST', () => {
  it('is created, read and changed with the words of GraphQL', async () => {
    const created = await json(
      gateway.post(path, {
        name: 'Librerías',
        target: { webhook: { url: `${receiver.url}/hooks/abcdefghijk` } },
        filter: { kinds: ['LIBRERIAS'], severities: ['Fallando'], areas: ['sinli'], criticalOnly: true },
        groupBy: 'AREA',
        waitSeconds: 0,
        onlyUnacknowledgedAfterSeconds: 900,
        language: 'en',
        digestHour: 8,
      }),
    )
    const { id } = created['destination']
    expect(created['secret']).toMatch(/^whsec_/)
    expect(created['destination']).toMatchObject({
      target: `${receiver.url}/…/ijk`,
      filter: { kinds: ['LIBRERIAS'], severities: ['Fallando'], areas: ['sinli'], subjects: [], criticalOnly: true },
      digestZone: 'Europe/Madrid',
    })
    expect(created['destination']).toEqual(await fromGraphql(id))

    const changed = await json(gateway.post(`${path}${id}/`, { repeatSeconds: null, digestHour: null, enabled: false }))
    expect(changed).toMatchObject({ waitSeconds: 0, repeatSeconds: null, digestHour: null, enabled: false })
    expect(changed).toEqual(await fromGraphql(id))
    expect(await json(gateway.get(`${path}${id}/`))).toEqual(changed)
    expect((await json(gateway.get(path)))['items']).toContainEqual(changed)
  })

  it('gets another signing secret, and is deleted', async () => {
    const id = await givenDestination(gateway, receiver.url, { name: 'Para borrar' })

    const rotated = await json(gateway.post(`${path}${id}/rotate-secret/`, {}))
    expect(rotated).toEqual({ destination: await fromGraphql(id), secret: expect.stringMatching(/^whsec_/) })
    expect(rotated['destination'].rotatedAt).not.toBeNull()
    expect([(await remove(id)).status, (await remove(id)).status]).toEqual([204, 404])
  })

  it.each([
    [{ target: { slack: { url: 'http://[fe80::1]/' } } }, 'url'],
    [{ target: { slack: { url: 'https://hooks.example.org/' }, email: { to: ['a@example.org'] } } }, 'target'],
    [{ target: {} }, 'target'],
    [{ target: { fax: { number: '1' } } }, 'target'],
    [{ target: { email: { to: [] } } }, 'target.email.to'],
    [{ waitSeconds: 3_601 }, 'waitSeconds'],
    [{ intervalSeconds: 100, repeatSeconds: 60 }, 'repeatSeconds'],
    [{ digestHour: 24 }, 'digestHour'],
    [{ digestHour: 8, digestZone: 'Europe/Nowhere' }, 'digestZone'],
    [{ digestZone: 'Europe/Nowhere' }, 'digestZone'],
    [{ filter: { severities: ['FALLANDO'] } }, 'filter.severities.0'],
    [{ filter: { areas: ['nowhere'] } }, 'filter.areas'],
    [{ language: 'fr' }, 'language'],
    [{ name: ' ' }, 'name'],
  ])('is refused for %j, naming the field', async (input, field) => {
    const answer = await gateway.post(path, { name: 'X', target: { webhook: { url: receiver.url } }, ...input })

    expect({ status: answer.status, ...(await json(answer)) }).toMatchObject({
      status: 400,
      code: 'INVALID_INPUT',
      field,
    })
  })

  it('is read by everybody and managed by administrators', async () => {
    const id = await givenDestination(gateway, receiver.url, { name: 'Solo lectura' })
    const { cookie } = await givenSignedIn(gateway, 'operador')
    const ask = async (method: string, where: string) =>
      (await fetch(gateway.url + where, { method, headers: { cookie, 'content-type': 'application/json' } })).status

    expect(
      await Promise.all([path, `${path}${id}/`, `${path}${id}/deliveries/`].map((one) => ask('GET', one))),
    ).toEqual([200, 200, 200])
    expect(await ask('DELETE', `${path}${id}/`)).toBe(403)
    for (const action of ['', 'test/', 'rotate-secret/']) expect(await ask('POST', `${path}${id}/${action}`)).toBe(403)
    expect(await ask('POST', '/api/admin/deliveries/msg_1/redeliver/')).toBe(403)
  })

  it('has the methods that its 405 names', async () => {
    const answer = await fetch(`${gateway.url}${path}x/`, { method: 'PATCH', headers: { cookie: gateway.cookie } })

    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST, DELETE'])
  })
})

describe('the deliveries of a destination over REST', () => {
  it('are those of GraphQL, with their attempts, in pages', async () => {
    const id = await givenDestination(gateway, receiver.url, { name: 'Entregas', waitSeconds: 0, language: 'en' })
    const before = receiver.received.length
    const test = await json(gateway.post(`${path}${id}/test/`, {}))
    expect(test).toMatchObject({ kind: 'TEST', status: 'DELIVERED', attempts: [{ status: 200, answer: 'thanks' }] })
    await givenFailingLibraries(gateway, ['L-1', 'L-2'])
    await gateway.pass(10)
    await untilReceived(receiver, before + 2)
    await untilEnded(id)
    const list = (query = '') => json(gateway.get(`${path}${id}/deliveries/${query}`))
    const first = await list('?limit=1')
    const second = await list(`?limit=1&cursor=${encodeURIComponent(String(first['nextCursor']))}`)
    const { destination } = await gateway.data(
      `query ($id: ID!) { destination(id: $id) { deliveries { edges { node { ${deliveryFields} } } } } }`,
      { id },
    )

    const expected = destination.deliveries.edges.map(({ node: { destination, incidents, ...rest } }: Json) => ({
      ...rest,
      destinationId: destination.id,
      incidentIds: incidents.map(({ id }: Json) => id as string),
    }))
    expect([...first['items'], ...second['items']]).toEqual(expected)
    expect(expected).toMatchObject([
      { kind: 'INCIDENTS', firing: 2, incidentIds: [expect.any(String), expect.any(String)] },
      test,
    ])
    expect(second['nextCursor']).toBeNull()
    expect((await list('?status=DEAD'))['items']).toEqual([])
  })

  it('are delivered again with the same id', async () => {
    const id = await givenDestination(gateway, receiver.url, { name: 'Otra vez' })
    const { id: deliveryId } = await json(gateway.post(`${path}${id}/test/`, {}))
    const before = receiver.received.length

    const again = await json(gateway.post(`/api/admin/deliveries/${deliveryId}/redeliver/`, {}))
    await untilReceived(receiver, before + 1)

    expect(again).toMatchObject({ id: deliveryId, status: 'PENDING', nextAttemptAt: expect.any(String), endedAt: null })
    expect(receiver.received.at(-1)?.headers['webhook-id']).toBe(deliveryId)
  })
})
