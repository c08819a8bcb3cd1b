import { Writable } from 'node:stream'
import { WebSocket } from 'ws'

const highWaterMark = 16 * 1024

/** A message of graphql-transport-ws, written in one frame. */
export type Written = { id: string; type: string; payload: { data: { value: number } } }

/** A connection whose peer reads only on demand: a Node stream with the buffer of a socket but no network. */
class Stalled extends Writable {
  readonly written: Buffer[] = []
  #acknowledge: (() => void) | null = null

  constructor() {
    super({ highWaterMark })
  }

  override write(bytes: Buffer): boolean {
    this.written.push(bytes)
    return super.write(bytes)
  }

  override _write(_bytes: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.#acknowledge = done
  }

  override _writev(_chunks: unknown, done: () => void): void {
    this.#acknowledge = done
  }

  /** Lets the peer read the pending bytes; returns whether there were any. */
  flow(): boolean {
    const acknowledge = this.#acknowledge
    this.#acknowledge = null
    acknowledge?.()
    return acknowledge !== null
  }
}

export function givenConnection() {
  const stream = new Stalled()
  const socket = { readyState: WebSocket.OPEN as WebSocket['readyState'], isTerminated: false, terminate }
  function terminate() {
    socket.isTerminated = true
  }
  return {
    stream,
    socket,
    drainListeners: () => stream.listenerCount('drain'),
    flow: () => stream.flow(),
    /** Lets the peer read everything, including what is written in response to reading. */
    flowOn: (): void => {
      while (stream.flow());
    },
    /** All messages written since the last call, in order. */
    messages: (): Written[] => messagesIn(Buffer.concat(stream.written.splice(0))),
  }
}

/** Parses the messages in unmasked text frames. Source: RFC 6455, section 5.2. */
function messagesIn(bytes: Buffer): Written[] {
  const messages: Written[] = []
  for (let place = 0; place < bytes.length;) {
    if (bytes[place] !== 0x81) throw new Error(`There is no text frame at byte ${place}.`)
    const { length, start } = frameAt(bytes, place)
    messages.push(JSON.parse(bytes.toString('utf8', start, start + length)) as Written)
    place = start + length
  }
  return messages
}

function frameAt(bytes: Buffer, place: number): { length: number; start: number } {
  const short = bytes[place + 1] ?? 0
  if (short < 126) return { length: short, start: place + 2 }
  if (short === 126) return { length: bytes.readUInt16BE(place + 2), start: place + 4 }
  return { length: Number(bytes.readBigUInt64BE(place + 2)), start: place + 10 }
}
