import { connect, type Socket } from 'node:net'
import { once } from 'node:events'

const endOfHead = Buffer.from('\r\n\r\n')
const lastChunk = Buffer.from('\r\n0\r\n\r\n')

/** A keep-alive connection for one request at a time. `send` resolves to whether the response was successful. */
export type Connection = { send: (request: Buffer) => Promise<boolean>; close: () => void }

/**
 * Opens a connection. `send` resolves once the whole response has arrived. It inspects only the status, the length and
 * the first bytes of the body, so that the load generator is not the bottleneck.
 */
export async function openConnection(url: string): Promise<Connection> {
  const { hostname, port } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port), noDelay: true })
  await once(socket, 'connect')
  const answers = createAnswers(socket)
  return {
    send(request) {
      socket.write(request)
      return answers.next()
    },
    close: () => socket.destroy(),
  }
}

type Waiting = { resolve: (isGood: boolean) => void; reject: (error: Error) => void }

function createAnswers(socket: Socket) {
  const waiting: Waiting[] = []
  let answer: Answer | null = null
  socket.on('data', (some: Buffer) => {
    answer = answer ? more(answer, some) : begin(some)
    if (!isWhole(answer)) return
    const { status, bytes } = answer
    answer = null
    waiting.shift()?.resolve(status >= 200 && status < 300 && !hasErrors(bytes))
  })
  const fail = () => {
    waiting.shift()?.reject(new Error('The connection was closed before the answer was there.'))
  }
  socket.on('error', fail)
  socket.on('close', fail)
  return {
    next: () =>
      new Promise<boolean>((resolve, reject) => {
        waiting.push({ resolve, reject })
      }),
  }
}

/** A response of which `missing` bytes are still to come; `missing` is null for a chunked body until its last chunk. */
type Answer = { status: number; missing: number | null; bytes: Buffer }

/** GraphQL responds to failed operations with status 200, too. */
function hasErrors(bytes: Buffer): boolean {
  const body = bytes.indexOf(endOfHead) + endOfHead.length
  return bytes.subarray(body, body + errors.length).equals(errors)
}

const errors = Buffer.from('{"errors"')

function begin(bytes: Buffer): Answer {
  const end = bytes.indexOf(endOfHead)
  if (end < 0) return { status: 0, missing: null, bytes }
  const head = bytes.toString('latin1', 0, end)
  const length = /content-length: *(\d+)/i.exec(head)?.[1]
  const status = Number(head.slice(9, 12))
  if (length !== undefined) return { status, missing: Number(length) - (bytes.length - end - 4), bytes }
  return { status, missing: null, bytes }
}

function more({ status, missing, bytes }: Answer, next: Buffer): Answer {
  if (status === 0) return begin(Buffer.concat([bytes, next]))
  if (missing !== null) return { status, missing: missing - next.length, bytes }
  return { status, missing, bytes: Buffer.concat([bytes, next]) }
}

const isWhole = ({ status, missing, bytes }: Answer) =>
  status !== 0 && (missing === null ? bytes.subarray(-lastChunk.length).equals(lastChunk) : missing <= 0)
