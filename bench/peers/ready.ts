import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Tells the benchmark where a server answers, once it listens. */
export function listen(server: Server): void {
  server.listen(0, '127.0.0.1', () => {
    tellReady(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  })
}

/** Tells the benchmark where a peer answers. */
export const tellReady = (url: string): void => {
  process.send?.({ ready: url })
}

/** The file with what the peers answer. */
export const answerFile: string = process.env.ANSWER ?? ''
