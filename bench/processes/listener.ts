import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { readFrame, writeFrame, type Frame } from './frames.ts'

/** The socket of a subscriber, and its unparsed bytes. */
export type Listener = { socket: Socket; rest: Buffer }

type Asked = { url: string; cookie: string; query: string }

const upgrade = [
  'Upgrade: websocket',
  'Connection: Upgrade',
  'Sec-WebSocket-Version: 13',
  'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
  'Sec-WebSocket-Protocol: graphql-transport-ws',
]

/**
 * Subscribes over a WebSocket (graphql-transport-ws) and resolves with the first message; `heard` is called for each
 * later one. Messages are classified by their first bytes, not parsed, so that many subscribers cost little.
 */
export async function openListener(
  { url, cookie, query }: Asked,
  heard: (listener: Listener) => void,
): Promise<Listener> {
  const { hostname, port, host } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port), noDelay: true })
  await once(socket, 'connect')
  socket.write(['GET /graphql HTTP/1.1', `Host: ${host}`, `Cookie: ${cookie}`, ...upgrade].join('\r\n') + '\r\n\r\n')
  const [head] = (await once(socket, 'data')) as [Buffer]
  if (!head.includes(' 101 ')) throw new Error(`The upgrade was answered with ${head.toString()}`)
  const listener: Listener = { socket, rest: head.subarray(head.indexOf('\r\n\r\n') + 4) }
  socket.write(writeFrame(JSON.stringify({ type: 'connection_init' })))
  return await new Promise<Listener>((resolve, reject) => {
    let first = true
    const told = () => {
      if (!first) heard(listener)
      first = false
      resolve(listener)
    }
    receive(listener, query, { told, fail: reject })
  })
}

type Then = { told: () => void; fail: (error: Error) => void }

function receive(listener: Listener, query: string, { told, fail }: Then) {
  const { socket } = listener
  socket.on('data', (bytes: Buffer) => {
    listener.rest = listener.rest.length === 0 ? bytes : Buffer.concat([listener.rest, bytes])
    for (let frame = readFrame(listener.rest); frame; frame = readFrame(listener.rest)) {
      listener.rest = listener.rest.subarray(frame.end)
      const kind = kindOf(frame)
      if (kind === 'next') told()
      else if (kind === 'ended') fail(new Error(`The subscription ended: ${frame.payload.toString()}`))
      else answer(socket, kind, query)
    }
  })
  socket.on('close', () => {
    fail(new Error('The socket was closed.'))
  })
}

type Kind = 'next' | 'ack' | 'ping' | 'ended' | 'frame-ping' | 'other'

const kinds = [
  ['next', Buffer.from('"type":"next"')],
  ['ack', Buffer.from('"type":"connection_ack"')],
  ['ping', Buffer.from('"type":"ping"')],
  ['ended', Buffer.from('"type":"error"')],
  ['ended', Buffer.from('"type":"complete"')],
] as const

function kindOf({ payload, isPing, isClose }: Frame): Kind {
  if (isPing) return 'frame-ping'
  if (isClose) return 'ended'
  const beginning = payload.subarray(0, 80)
  return kinds.find(([, sign]) => beginning.includes(sign))?.[0] ?? 'other'
}

function answer(socket: Socket, kind: Kind, query: string) {
  if (kind === 'ack') socket.write(writeFrame(JSON.stringify({ id: '1', type: 'subscribe', payload: { query } })))
  if (kind === 'ping') socket.write(writeFrame('{"type":"pong"}'))
  if (kind === 'frame-ping') socket.write(writeFrame('', true))
}
