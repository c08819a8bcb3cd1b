import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Starts a server and sends its URL to the benchmark once it listens. */
export function listen(server: Server): void {
  server.listen(0, '127.0.0.1', () => {
    tellReady(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  })
}

/** Sends the URL of a peer to the benchmark. */
export const tellReady = (url: string): void => {
  process.send?.({ ready: url })
}

/** Path of the file with the response of the peers. */
export const answerFile: string = process.env.ANSWER ?? ''
