import { once } from 'node:events'
import WebSocket from 'ws'
import { createSocketRegistry } from '../../../src/graphql/subscriptions/socket-registry.ts'
import { createChangeBus } from '../../../src/lib/change-bus.ts'
import { givenGateway, type GivenGateway, type Json } from '../../support/gateway.ts'
import { everything, givenManyIncidents, panel } from '../../support/graphql/large-panel.ts'
import { givenSignedIn } from '../../support/auth/operators.ts'
import { openSocket } from '../../support/graphql/socket.ts'

let gateway: GivenGateway
beforeAll(async () => {
  gateway = await givenGateway()
})
afterAll(() => gateway[Symbol.asyncDispose]())

const revisionOf = ({ notifications }: Json): number => notifications.revision
const change = async () =>
  revisionOf({
    notifications: (await gateway.data('mutation { markNotificationsSeen { revision } }'))['markNotificationsSeen'],
  })

/** The status of the response to an upgrade; 101 if it is accepted. */
async function upgradeStatus(headers: Record<string, string>, path = '/graphql') {
  const socket = new WebSocket(gateway.url.replace('http', 'ws') + path, 'graphql-transport-ws', { headers })
  const status = await Promise.race([
    once(socket, 'open').then(() => 101),
    once(socket, 'unexpected-response').then(([, answer]: { statusCode?: number }[]) => answer?.statusCode),
  ])
  socket.on('error', () => undefined)
  socket.terminate()
  return status
}

describe('a WebSocket', () => {
  it('without a session is closed with 4403', async () => {
    const socket = openSocket(gateway.url, { cookie: 'vigia_session=unknown' })

    const refusal = socket.refusal(panel)

    expect((await socket.closed).code).toBe(4403)
    expect(await refusal).toMatchObject({ code: 4403 })
  })

  it('from another origin is refused, whatever cookie the browser sends', async () => {
    const { cookie, url } = gateway

    expect(await upgradeStatus({ cookie, origin: 'https://elsewhere.example' })).toBe(403)
    expect(await upgradeStatus({ cookie, origin: 'null' })).toBe(403)
    expect(await upgradeStatus({ cookie, origin: url })).toBe(101)
    expect(await upgradeStatus({ cookie })).toBe(101)
    expect(await upgradeStatus({ cookie }, '/elsewhere')).toBe(404)
  })

  it('that closes during authentication is not counted', async () => {
    const members = createSocketRegistry({ db: gateway.db, clock: gateway.clock, changeBus: createChangeBus() })
    const operator = { id: 'somebody', name: 'Somebody', email: 'somebody@example.org', role: 'operador' } as const
    const viewer = { sessionId: 'a session', operator, expiresAt: new Date() }
    const socket = new WebSocket(gateway.url.replace('http', 'ws') + '/graphql', 'graphql-transport-ws')
    await once(socket, 'open')
    const closed = once(socket, 'close')
    socket.terminate()
    await closed

    members.add(socket, viewer)
    members.stop()

    expect(members.count()).toBe(0)
    expect(members.countOf(viewer)).toBe(0)
  })

  it('is closed at once when its session signs out, and others stay open', async () => {
    const leaving = await givenSignedIn(gateway)
    const gone = openSocket(gateway.url, { cookie: leaving.cookie })
    const heard = gone.listen(panel)
    await heard.next()
    const staying = gateway.listen(panel)
    await staying.next()

    await leaving.post('/auth/logout')
    const closed = await gone.closed
    const revision = await change()

    expect(closed).toEqual({ code: 4403, reason: 'Forbidden' })
    await staying.until((data) => revisionOf(data) >= revision)
    await staying.end()
  })

  it('is closed within a minute when its session has expired', async () => {
    await using brief = await givenGateway({ config: { sessionIdleMinutes: 1 } })
    const socket = openSocket(brief.url, { cookie: brief.cookie })
    await socket.listen(panel).next()

    await brief.pass(60)

    expect(await socket.closed).toEqual({ code: 4403, reason: 'Forbidden' })
  })

  it('is closed within five seconds when its operator is disabled, even if the notification of that is lost', async () => {
    await using own = await givenGateway()
    const disabled = await givenSignedIn(own)
    const socket = openSocket(own.url, { cookie: disabled.cookie })
    await socket.listen(panel).next()

    await own.db.operator.update({ where: { id: disabled.operator.id }, data: { disabledAt: new Date() } })
    await own.pass(5)

    expect((await socket.closed).code).toBe(4403)
  })

  it.each(['{ session { environment } }', '{ __typename }', 'mutation { markNotificationsSeen { badge } }'])(
    'serves only subscriptions: %s is refused',
    async (query) => {
      const socket = openSocket(gateway.url, { cookie: gateway.cookie })

      const refusal = await socket.refusal(query)

      expect(refusal).toMatchObject([
        {
          message: 'Only subscriptions are served over the WebSocket: send queries and mutations to POST /graphql.',
          extensions: { code: 'BAD_REQUEST' },
        },
      ])
      await socket.dispose()
    },
  )
})

describe('a subscription', () => {
  it('sends one message for all changes within 250 ms', async () => {
    const heard = gateway.listen(panel)
    const first = revisionOf(await heard.next())
    const told: number[] = []
    const changes = 20

    let last = first
    for (let count = 0; count < changes; count++) last = await change()
    while ((told.at(-1) ?? first) < last) told.push(revisionOf(await heard.next()))

    // One message per 250 ms.
    expect(told.length).toBeLessThan(changes / 2)
    await heard.end()
  })

  it('misses no change that is made while it begins', async () => {
    for (let round = 0; round < 3; round++) {
      const listeners = Array.from({ length: 40 }, () => gateway.listen(panel))
      const firsts = listeners.map((listener) => listener.next())
      await Promise.race(firsts)

      const last = await change()
      const ends = await Promise.all(
        listeners.map(async (listener, index) => {
          const first = revisionOf((await firsts[index]) ?? {})
          return first >= last ? first : revisionOf(await listener.until((data) => revisionOf(data) >= last))
        }),
      )

      expect(ends).toEqual(ends.map(() => last))
      for (const listener of listeners) await listener.end()
    }
  })

  it('14: sends a slow client its newest result, and delays no other client', async () => {
    await givenManyIncidents(gateway, 200)
    const slow = openSocket(gateway.url, { cookie: gateway.cookie })
    const questions = [everything, panel, everything, everything, panel]
    const slowListeners = questions.map((query) => slow.listen(query))
    const firsts = await Promise.all(slowListeners.map(async (listener) => revisionOf(await listener.next())))
    const quick = gateway.listen(panel)
    await quick.next()

    slow.pause()
    let last = 0
    // Few: a paused socket answers no ping, and is closed after 12 s.
    const changes = 6
    for (let count = 0; count < changes; count++) {
      last = await change()
      await quick.until((data) => revisionOf(data) >= last)
    }
    slow.resume()

    let messages = 0
    for (const [place, listener] of slowListeners.entries()) {
      const late: number[] = []
      while (late.at(-1) !== last) late.push(revisionOf(await listener.next()))
      expect(late).toEqual([...late].sort((one, other) => one - other))
      expect(late[0]).toBeGreaterThan(firsts[place] ?? Infinity)
      messages += late.length
    }
    expect(messages).toBeLessThan(changes * questions.length)
    await quick.end()
    await slow.dispose()
  })
})
