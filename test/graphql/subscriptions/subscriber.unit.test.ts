import fc from 'fast-check'
import { WebSocket } from 'ws'
import { drainQueueOf } from '../../../src/graphql/subscriptions/drain-queue.ts'
import { messageTail } from '../../../src/graphql/subscriptions/ws-frame.ts'
import { WsSubscriber, fullMessage, type BroadcastMessage } from '../../../src/graphql/subscriptions/subscriber.ts'
import { givenConnection, type Written } from '../../support/graphql/connection.ts'
import { until } from '../../support/until.ts'

const kilobyte = 1024

/** A result with a value, of about so many bytes. */
const messageOf = (serial: number, bytes = 0): BroadcastMessage => ({
  serial,
  end: messageTail(JSON.stringify({ data: { value: serial, padding: 'x'.repeat(bytes) } })),
})

const valuesFor = (id: string, messages: readonly Written[]) =>
  messages.filter((message) => message.id === id).map(({ payload }) => payload.data.value)

function givenListeners(count: number) {
  const connection = givenConnection()
  const listenerOf = (id: string) => new WsSubscriber(id, connection.socket, connection.stream)
  return { ...connection, listenerOf, listeners: Array.from({ length: count }, (_, index) => listenerOf(`${index}`)) }
}

type Given = ReturnType<typeof givenListeners>
type Subscription = { listener: WsSubscriber; bytes: number; heard: number[]; hasLeft: boolean }
type State = Given & { subscriptions: Subscription[]; serial: number }
type Step = (state: State) => void

const sizes = fc.oneof(fc.nat(200), fc.integer({ min: 15 * kilobyte, max: 70 * kilobyte }))

/** Subscribes, changes what some of them follow, lets bytes flow, or ends a subscription. */
const steps: fc.Arbitrary<Step> = fc.oneof(
  { weight: 2, arbitrary: sizes.map((bytes) => (state: State) => subscribe(state, bytes)) },
  {
    weight: 4,
    arbitrary: fc.tuple(fc.nat(3), fc.boolean()).map(
      ([late, isShared]) =>
        (state: State) =>
          publish(state, late, isShared),
    ),
  },
  {
    weight: 4,
    arbitrary: fc.integer({ min: 1, max: 4 }).map((times) => ({ flow }: State) => {
      for (let count = 0; count < times; count++) flow()
    }),
  },
  { weight: 1, arbitrary: fc.nat().map((which) => (state: State) => leave(state, which)) },
)

function subscribe(state: State, bytes: number) {
  const listener = state.listenerOf(`${state.subscriptions.length}`)
  state.subscriptions.push({ listener, bytes, heard: [], hasLeft: false })
  listener.send(messageOf(state.serial, bytes), null)
}

/** Sends the newest result to all, and then the same or an older one again, as a slow publication does. */
function publish(state: State, late: number, isShared: boolean) {
  state.serial += 1
  for (const { listener, bytes } of state.subscriptions) {
    const newest = messageOf(state.serial, bytes)
    listener.send(newest, isShared ? fullMessage(listener.id, newest) : null)
    listener.send(messageOf(Math.max(1, state.serial - late), bytes), null)
  }
}

function leave(state: State, which: number) {
  collect(state)
  const subscription = state.subscriptions[which % Math.max(1, state.subscriptions.length)]
  if (!subscription || subscription.hasLeft) return
  subscription.listener.leave()
  subscription.hasLeft = true
}

/** Collects what was written for each subscription, and checks that nothing was for one that has ended. */
function collect({ messages, subscriptions }: State) {
  for (const { id, payload } of messages()) {
    const subscription = subscriptions[Number(id)]
    expect(subscription?.hasLeft).toBe(false)
    subscription?.heard.push(payload.data.value)
  }
}

it('every subscription of a socket ends with the newest result, for any sizes and any backpressure', () => {
  fc.assert(
    fc.property(
      fc.array(sizes, { minLength: 1, maxLength: 12 }),
      fc.array(steps, { maxLength: 60 }),
      (first, story) => {
        const state: State = { ...givenListeners(0), subscriptions: [], serial: 1 }
        for (const bytes of first) subscribe(state, bytes)

        for (const step of story) {
          step(state)
          expect(state.drainListeners()).toBeLessThanOrEqual(1)
        }
        state.flowOn()
        collect(state)

        for (const { heard, hasLeft, listener } of state.subscriptions) {
          expect(heard).toEqual([...new Set(heard)].sort((one, other) => one - other))
          if (!hasLeft) expect(heard.at(-1)).toBe(state.serial)
          expect(listener.behindSince).toBeNull()
        }
      },
    ),
    { numRuns: 200 },
  )
})

it('a small subscription beside two large ones is sent the last change although they fill the buffer first', () => {
  const { listeners, flowOn, messages } = givenListeners(3)
  const sizesOf = [20 * kilobyte, 20 * kilobyte, 10]

  for (let serial = 1; serial <= 3; serial++)
    for (const [index, listener] of listeners.entries()) listener.send(messageOf(serial, sizesOf[index]), null)
  flowOn()

  const heard = messages()
  expect(valuesFor('0', heard)).toEqual([1, 3])
  expect(valuesFor('1', heard)).toEqual([3])
  expect(valuesFor('2', heard)).toEqual([3])
})

it('a hundred waiting subscriptions share one drain listener, and are served first come, first served', () => {
  const { listeners, flow, messages, drainListeners } = givenListeners(100)
  const sendAll = (serial: number) => {
    for (const listener of listeners) listener.send(messageOf(serial, 20 * kilobyte), null)
  }
  const ids = listeners.map(({ id }) => id)

  sendAll(1)
  expect(drainListeners()).toBe(1)
  // Each drain lets one subscription write; a change after each drain keeps the others waiting.
  for (let serial = 2; serial <= 200; serial++) {
    flow()
    expect(drainListeners()).toBeLessThanOrEqual(1)
    sendAll(serial)
  }

  const served = messages().map(({ id }) => id)
  expect(served.slice(0, 100)).toEqual(ids)
  expect(served.slice(100, 200)).toEqual(ids)
})

it('a drain serves as many subscriptions as the buffer holds', () => {
  const { listeners, flow, messages } = givenListeners(40)
  listeners[0]?.send(messageOf(1, 20 * kilobyte), null)
  for (const listener of listeners.slice(1)) listener.send(messageOf(1), null)
  expect(messages()).toHaveLength(1)

  flow()

  expect(messages()).toHaveLength(39)
})

it('a waiting result is replaced by a newer one, never by an older one', () => {
  const { listeners, flowOn, messages } = givenListeners(1)
  const [listener] = listeners
  for (const serial of [1, 4, 3, 4, 2]) listener?.send(messageOf(serial, 20 * kilobyte), null)

  flowOn()
  listener?.send(messageOf(3), null)

  expect(valuesFor('0', messages())).toEqual([1, 4])
})

it('a result sent with a shared message is written in the same form as one sent without it', () => {
  const { listeners, messages } = givenListeners(1)

  listeners[0]?.send(messageOf(1), fullMessage('0', messageOf(1)))
  listeners[0]?.send(messageOf(2), null)

  expect(messages()).toEqual(
    [1, 2].map((value) => ({ id: '0', type: 'next', payload: { data: { value, padding: '' } } })),
  )
})

it('nothing is written for a subscription that has ended, even if its id is used again', () => {
  const { listeners, listenerOf, flowOn, messages, drainListeners } = givenListeners(2)
  const [large, ending] = listeners
  large?.send(messageOf(1, 20 * kilobyte), null)
  ending?.send(messageOf(1), null)

  ending?.leave()
  ending?.send(messageOf(2), null)
  expect(ending?.behindSince).toBeNull()
  listenerOf('1').send(messageOf(7), null)
  flowOn()
  ending?.send(messageOf(3), null)

  expect(valuesFor('1', messages())).toEqual([7])
  expect(drainListeners()).toBe(0)
})

it('nothing is written to a socket that is closing', () => {
  const { listeners, socket, flowOn, messages } = givenListeners(2)
  for (const listener of listeners) listener.send(messageOf(1, 20 * kilobyte), null)

  socket.readyState = WebSocket.CLOSING
  flowOn()
  listeners[0]?.send(messageOf(2), null)

  expect(messages()).toHaveLength(1)
})

it('a subscription is behind from its first waiting result until the newest one is sent', async () => {
  const { listeners, flow } = givenListeners(3)
  const [first, second, last] = listeners
  const begun = performance.now()
  for (const listener of listeners) listener.send(messageOf(1, 20 * kilobyte), null)
  expect(first?.behindSince).toBeNull()
  const since = last?.behindSince ?? 0
  expect(since).toBeGreaterThanOrEqual(begun)
  await until('the clock has moved', () => performance.now() > since)

  flow()
  last?.send(messageOf(2, 20 * kilobyte), null)

  expect([second?.behindSince, last?.behindSince]).toEqual([null, since])
  flow()
  expect(last?.behindSince).toBeNull()
})

it('a drain queue does not serve a waiter that was removed', () => {
  const { stream, flowOn } = givenConnection()
  const served: string[] = []
  const [leaving, staying] = ['leaving', 'staying'].map((name) => ({ writeNewest: () => served.push(name) }))
  const queue = drainQueueOf(stream)
  stream.write(Buffer.alloc(20 * kilobyte))
  for (const waiter of [leaving, staying]) if (waiter) queue.add(waiter)

  if (leaving) queue.remove(leaving)
  flowOn()

  expect(served).toEqual(['staying'])
})

it('a full message is written in one piece', () => {
  const { listeners, stream } = givenListeners(1)
  const whole = fullMessage('0', messageOf(1))

  listeners[0]?.send(messageOf(1), whole)

  expect(stream.written).toEqual([whole])
  expect(whole.toString('latin1')).toContain('{"id":"0","type":"next","payload":{"data":{"value":1')
})
