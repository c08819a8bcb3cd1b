import { setImmediate as turn } from 'node:timers/promises'
import fc from 'fast-check'
import { createChannel } from '../src/graphql/channel.ts'
import { SocketListener, type Listener } from '../src/graphql/listener.ts'
import { createLive } from '../src/live.ts'
import { givenConnection } from './support/connection.ts'

const channelOf = (listener: SocketListener) => {
  const execute = () => Promise.resolve(JSON.stringify({ data: { value: 1 } }))
  const channel = createChannel(createLive(), { name: 'a question', topic: 'panel', execute })
  return { channel, joined: channel.join(listener) }
}

it('a channel hangs up on a subscription that has been behind for too long, and on no other', async () => {
  const { stream, socket } = givenConnection()
  const behind = new SocketListener('behind', socket, stream)
  const { channel, joined } = channelOf(behind)
  stream.write(Buffer.alloc(20_000))
  await joined
  const since = behind.behindSince ?? 0

  channel.endSlow(since)
  expect(socket.isTerminated).toBe(false)
  channel.endSlow(since + 1)

  expect(socket.isTerminated).toBe(true)
})

it('a channel hangs up on nobody who is not behind', async () => {
  const { stream, socket } = givenConnection()
  const { channel, joined } = channelOf(new SocketListener('quick', socket, stream))
  await joined

  channel.endSlow(Date.now() + 60_000)

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

/** A channel whose reads see a value when they begin, and end when they are told to. */
function givenSlowReads() {
  const live = createLive()
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
      live.nudge('panel')
      return channel.publish()
    },
    endRead: (place: number) => {
      for (const end of reads.splice(place, 1)) end()
    },
  }
}

/** A listener that reads at once. */
function listenerThat(heard: number[]): Listener {
  let told = 0
  return {
    id: 'any',
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
