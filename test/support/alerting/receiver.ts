import { createServer, type IncomingHttpHeaders, type RequestListener, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo, Server } from 'node:net'

/** One request as received. */
export type Received = { method: string; url: string; headers: IncomingHttpHeaders; body: string }

/** A receiver of messages: a real server on a free port of 127.0.0.1, with TLS where a certificate is given. */
export async function givenReceiver(
  answer: (response: ServerResponse, request: Received) => void = (response) => response.end(),
  tls?: { key: string; cert: string },
) {
  const received: Received[] = []
  const listener: RequestListener = (request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { method = '', url = '', headers } = request
      const one = { method, url, headers, body: Buffer.concat(chunks).toString('utf8') }
      received.push(one)
      answer(response, one)
    })
  }
  const server = tls ? createTlsServer(tls, listener) : createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    received,
    port,
    url: `${tls ? 'https' : 'http'}://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise<void>((resolve) => void (server as Server).close(() => resolve()))
    },
  }
}
