import { setImmediate as turn } from 'node:timers/promises'
import fc from 'fast-check'
import { createChannel } from '../../src/graphql/subscriptions/subscription-group.ts'
import { WsSubscriber, type Subscriber, type BroadcastMessage } from '../../src/graphql/subscriptions/subscriber.ts'
import { createChangeBus } from '../../src/lib/change-bus.ts'
import { givenConnection } from '../support/connection.ts'

const channelOf = (listener: WsSubscriber) => {
  const execute = () => Promise.resolve(JSON.stringify({ data: { value: 1 } }))
  const channel = createChannel(createChangeBus(), { name: 'a question', topic: 'panel', execute })
  return { channel, joined: channel.join(listener) }
}

it('a channel hangs up on a subscription that has been behind for too long, and on no other', async () => {
  const { stream, socket } = givenConnection()
  const behind = new WsSubscriber('behind', socket, stream)
  const { channel, joined } = channelOf(behind)
  stream.write(Buffer.alloc(20_000))
  await joined
  const since = behind.behindSince ?? 0

  channel.dropSlowSubscribers(since)
  expect(socket.isTerminated).toBe(false)
  channel.dropSlowSubscribers(since + 1)

  expect(socket.isTerminated).toBe(true)
})

it('a channel hangs up on nobody who is not behind', async () => {
  const { stream, socket } = givenConnection()
  const { channel, joined } = channelOf(new WsSubscriber('quick', socket, stream))
  await joined

  channel.dropSlowSubscribers(Date.now() + 60_000)

  expect(socket.isTerminated).toBe(false)
})

it('a channel tells no result that was read before the one told last, in whatever order the reads end', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom('change', 'end the oldest read', 'end the newest read')),
      async (story) => {
        const { channel, change, endRead, reads, heard, value } = givenSlowReads()
        const asked = [channel.join(listenerThat(heard))]

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

it('a channel does not miss what happens after the first read and before its answer', async () => {
  const live = createChangeBus()
  let value = 1
  const execute = () => {
    const read = String(value)
    if (value === 1) {
      value = 2
      live.publish('inventory')
    }
    return Promise.resolve(read)
  }
  const channel = createChannel(live, { name: 'a question', topic: 'inventory', execute })
  const heard: number[] = []

  await channel.join(listenerThat(heard))
  await channel.publish()

  expect(heard).toEqual([1, 2])
})

it('a result is told once to each of many, and not again where nothing is different', async () => {
  const live = createChangeBus()
  let value = 1
  let executions = 0
  const execute = () => {
    executions += 1
    return Promise.resolve(String(value))
  }
  const channel = createChannel(live, { name: 'a question', topic: 'panel', execute })
  const heard: number[] = []
  for (let count = 0; count < 100; count++) await channel.join(listenerThat(heard))

  for (const next of [1, 2, 2]) {
    value = next
    live.publish('panel')
    await channel.publish()
  }

  expect(heard.filter((told) => told === 1)).toHaveLength(100)
  expect(heard.filter((told) => told === 2)).toHaveLength(100)
  expect(heard).toHaveLength(200)
  expect(executions).toBe(4)
})

it('a result is not told to a listener that left before it was read', async () => {
  const heard: number[] = []
  const listener = listenerThat(heard)
  const execute = () => Promise.resolve('a result')
  const channel = createChannel(createChangeBus(), { name: 'a question', topic: 'panel', execute })

  const joined = channel.join(listener)
  channel.leave(listener)
  await joined

  expect(heard).toEqual([])
})

it('a channel tells whom it still has, whichever of those with the same id left, and is empty once all have', async () => {
  const { channel, change, endAllReads } = givenSlowReads()
  const told = { leaving: [] as number[], staying: [] as number[] }
  const [leaving, staying] = [listenerThat(told.leaving), listenerThat(told.staying)]
  const joined = [channel.join(leaving), channel.join(staying)]
  await endAllReads()
  await Promise.all(joined)

  channel.leave(leaving)
  channel.leave(listenerThat([], 'another id'))
  expect(channel.isEmpty()).toBe(false)
  const published = change()
  await endAllReads()
  await published

  expect(told).toEqual({ leaving: [0], staying: [0, 1] })
  channel.leave(staying)
  expect(channel.isEmpty()).toBe(true)
})

it('the whole message is written once for all who call their subscription the same, and for nobody else', async () => {
  const { channel, change, endAllReads } = givenSlowReads()
  const wholes = new Map<string, (Buffer | null)[]>()
  const listeners = ['same', 'same', 'alone'].map((id) => {
    const noted: (Buffer | null)[] = wholes.get(id) ?? []
    wholes.set(id, noted)
    return { ...listenerThat([], id), tell: (_: BroadcastMessage, whole: Buffer | null) => noted.push(whole) }
  })
  const joined = listeners.map((listener) => channel.join(listener))
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

/** A channel whose reads see a value when they begin, and end when they are told to. */
function givenSlowReads() {
  const live = createChangeBus()
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
  const channel = createChannel(live, { name: 'a question', topic: 'panel', execute })
  return {
    channel,
    reads,
    heard,
    value: () => value,
    change: () => {
      value += 1
      live.publish('panel')
      return channel.publish()
    },
    /** Ends what is being read, and what is read because of it. */
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

/** A listener that reads at once. */
function listenerThat(heard: number[], id = 'any'): Subscriber {
  let told = 0
  return {
    id,
    behindSince: null,
    hangUp: () => undefined,
    leave: () => undefined,
    tell({ serial, end }) {
      if (serial <= told) return
      told = serial
      heard.push(Number.parseInt(end.toString(), 10))
    },
  }
}
