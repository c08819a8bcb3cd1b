import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { setTimeout as after } from 'node:timers/promises'

/**
 * The behavior of a connection through the proxy: `well`; `refused`, like a killed server; `stalled`: accepts
 * connections and requests but never responds, like a stopped server (SIGSTOP); or `trickling`: the response arrives in
 * pieces with a pause after each, like a slow link.
 */
export type Treatment = 'well' | 'refused' | 'stalled' | 'trickling'

const trickleMs = 20

/**
 * A TCP proxy in front of a server that simulates faulty networks and dying servers. The port defaults to that of
 * PostgreSQL.
 */
export async function givenProxy(serverUrl: string) {
  const target = new URL(serverUrl)
  const pairs = new Set<Pair>()
  const way = { treatment: 'well' as Treatment, delayMs: 0 }
  const server = createServer((near) => {
    if (way.treatment === 'refused') near.resetAndDestroy()
    else join(near, pairs, way, target)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(serverUrl)
  url.hostname = '127.0.0.1'
  url.port = String((server.address() as AddressInfo).port)

  return {
    url: url.href,
    /** Changes the behavior of all connections; `refused` cuts them, any other but `stalled` resumes stalled ones. */
    treat(treatment: Treatment) {
      way.treatment = treatment
      for (const { near, far } of pairs) {
        if (treatment === 'refused') near.resetAndDestroy()
        else if (treatment === 'stalled') far.pause()
        else far.resume()
      }
    },
    /** Delays each direction by this many milliseconds. */
    delay(ms: number) {
      way.delayMs = ms
    },
    connections: () => pairs.size,
    [Symbol.asyncDispose]: async () => {
      server.close()
      for (const { near } of pairs) near.destroy()
      await once(server, 'close')
    },
  }
}

type Pair = { near: Socket; far: Socket }
type Way = { treatment: Treatment; delayMs: number }

function join(near: Socket, pairs: Set<Pair>, way: Way, { hostname, port }: URL) {
  const far = connect(Number(port || 5432), hostname)
  const pair = { near, far }
  pairs.add(pair)
  if (way.treatment === 'stalled') far.pause()
  for (const socket of [near, far]) socket.on('error', () => undefined)
  near.once('close', () => {
    pairs.delete(pair)
    far.destroy()
  })
  far.once('close', () => near.destroy())
  pass(near, far, way)
  pass(far, near, way)
  far.on('data', () => {
    if (way.treatment === 'trickling') void rest(far, way)
  })
}

/** Pauses reading for a moment. */
async function rest(far: Socket, way: Way) {
  far.pause()
  await after(trickleMs)
  if (way.treatment !== 'stalled') far.resume()
}

/** Forwards the data in order, with the current delay. */
function pass(from: Socket, to: Socket, way: Way) {
  let last = Promise.resolve()
  from.on('data', (chunk: Buffer) => {
    const due = after(way.delayMs)
    last = last.then(async () => {
      await due
      to.write(chunk)
    })
  })
}
