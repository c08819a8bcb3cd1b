import { setImmediate as turn } from 'node:timers/promises'
import fc from 'fast-check'
import { createSubscriptionGroup } from '../../../src/graphql/subscriptions/subscription-group.ts'
import { WsSubscriber, type Subscriber, type BroadcastMessage } from '../../../src/graphql/subscriptions/subscriber.ts'
import { createChangeBus } from '../../../src/lib/change-bus.ts'
import { givenConnection } from '../../support/graphql/connection.ts'

const groupOf = (listener: WsSubscriber) => {
  const execute = () => Promise.resolve(JSON.stringify({ data: { value: 1 } }))
  const group = createSubscriptionGroup(createChangeBus(), { name: 'a question', topic: 'panel', execute })
  return { group, joined: group.join(listener) }
}

it('a subscription group disconnects only a subscriber that has been behind for too long', async () => {
  const { stream, socket } = givenConnection()
  const behind = new WsSubscriber('behind', socket, stream)
  const { group, joined } = groupOf(behind)
  stream.write(Buffer.alloc(20_000))
  await joined
  const since = behind.behindSince ?? 0

  group.dropSlowSubscribers(since)
  expect(socket.isTerminated).toBe(false)
  group.dropSlowSubscribers(since + 1)

  expect(socket.isTerminated).toBe(true)
})

it('a subscription group disconnects no subscriber that is not behind', async () => {
  const { stream, socket } = givenConnection()
  const { group, joined } = groupOf(new WsSubscriber('quick', socket, stream))
  await joined

  group.dropSlowSubscribers(performance.now() + 60_000)

  expect(socket.isTerminated).toBe(false)
})

it('a subscription group sends no result older than the last one sent, in whatever order executions end', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom('change', 'end the oldest read', 'end the newest read')),
      async (story) => {
        const { group, change, endRead, reads, heard, value } = givenSlowReads()
        const asked = [group.join(subscriberCollecting(heard))]

        for (const what of story) {
          if (what === 'change') asked.push(change())
          else endRead(what === 'end the oldest read' ? 0 : -1)
          await turn()
        }
        await turn()
        while (reads.length > 0) {
          endRead(0)
          await turn()
        }
        await Promise.all(asked)

        expect(heard).toEqual([...new Set(heard)].sort((one, other) => one - other))
        expect(heard.at(-1)).toBe(value())
      },
    ),
  )
})

it('a subscription group does not miss a change between its first execution and the result', async () => {
  const changeBus = createChangeBus()
  let value = 1
  const execute = () => {
    const read = String(value)
    if (value === 1) {
      value = 2
      changeBus.publish('inventory')
    }
    return Promise.resolve(read)
  }
  const group = createSubscriptionGroup(changeBus, { name: 'a question', topic: 'inventory', execute })
  const heard: number[] = []

  await group.join(subscriberCollecting(heard))
  await group.publish()

  expect(heard).toEqual([1, 2])
})

it('a result is sent once to each of many subscribers, and not again while it is unchanged', async () => {
  const changeBus = createChangeBus()
  let value = 1
  let executions = 0
  const execute = () => {
    executions += 1
    return Promise.resolve(String(value))
  }
  const group = createSubscriptionGroup(changeBus, { name: 'a question', topic: 'panel', execute })
  const heard: number[] = []
  for (let count = 0; count < 100; count++) await group.join(subscriberCollecting(heard))

  for (const next of [1, 2, 2]) {
    value = next
    changeBus.publish('panel')
    await group.publish()
  }

  expect(heard.filter((told) => told === 1)).toHaveLength(100)
  expect(heard.filter((told) => told === 2)).toHaveLength(100)
  expect(heard).toHaveLength(200)
  expect(executions).toBe(4)
})

it('a result is not sent to a subscriber that left before the execution ended', async () => {
  const heard: number[] = []
  const listener = subscriberCollecting(heard)
  const execute = () => Promise.resolve('a result')
  const group = createSubscriptionGroup(createChangeBus(), { name: 'a question', topic: 'panel', execute })

  const joined = group.join(listener)
  group.leave(listener)
  await joined

  expect(heard).toEqual([])
})

it('a subscription group keeps a subscriber when another with its id leaves, and is empty once both left', async () => {
  const { group, change, endAllReads } = givenSlowReads()
  const told = { leaving: [] as number[], staying: [] as number[] }
  const [leaving, staying] = [subscriberCollecting(told.leaving), subscriberCollecting(told.staying)]
  const joined = [group.join(leaving), group.join(staying)]
  await endAllReads()
  await Promise.all(joined)

  group.leave(leaving)
  group.leave(subscriberCollecting([], 'another id'))
  expect(group.isEmpty()).toBe(false)
  const published = change()
  await endAllReads()
  await published

  expect(told).toEqual({ leaving: [0], staying: [0, 1] })
  group.leave(staying)
  expect(group.isEmpty()).toBe(true)
})

it('the whole message is serialised once for all subscribers with one id, and not for a single one', async () => {
  const { group, change, endAllReads } = givenSlowReads()
  const wholes = new Map<string, (Buffer | null)[]>()
  const listeners = ['same', 'same', 'alone'].map((id) => {
    const noted: (Buffer | null)[] = wholes.get(id) ?? []
    wholes.set(id, noted)
    return { ...subscriberCollecting([], id), send: (_: BroadcastMessage, whole: Buffer | null) => noted.push(whole) }
  })
  const joined = listeners.map((listener) => group.join(listener))
  await endAllReads()
  await Promise.all(joined)
  const published = change()
  await endAllReads()
  await published

  const [, , whole, other] = wholes.get('same') ?? []
  expect(whole).toBeInstanceOf(Buffer)
  expect(other).toBe(whole)
  expect(wholes.get('alone')).toEqual([null, null])
})

/** A group whose executions read a value when they begin, and end on request. */
function givenSlowReads() {
  const changeBus = createChangeBus()
  const reads: (() => void)[] = []
  const heard: number[] = []
  let value = 0
  const execute = () => {
    const seen = String(value)
    return new Promise<string>((resolve) => {
      reads.push(() => {
        resolve(seen)
      })
    })
  }
  const group = createSubscriptionGroup(changeBus, { name: 'a question', topic: 'panel', execute })
  return {
    group,
    reads,
    heard,
    value: () => value,
    change: () => {
      value += 1
      changeBus.publish('panel')
      return group.publish()
    },
    /** Ends the executions under way, and those that follow from them. */
    endAllReads: async () => {
      do {
        for (const end of reads.splice(0)) end()
        await turn()
      } while (reads.length > 0)
    },
    endRead: (place: number) => {
      for (const end of reads.splice(place, 1)) end()
    },
  }
}

/** A subscriber that is never behind. */
function subscriberCollecting(heard: number[], id = 'any'): Subscriber {
  let told = 0
  return {
    id,
    behindSince: null,
    disconnect: () => undefined,
    leave: () => undefined,
    send({ serial, end }) {
      if (serial <= told) return
      told = serial
      heard.push(Number.parseInt(end.toString(), 10))
    },
  }
}
