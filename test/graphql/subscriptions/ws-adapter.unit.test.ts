import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { WebSocket as Spoken } from 'graphql-ws'
import WebSocket, { WebSocketServer } from 'ws'
import { attachProtocol } from '../../../src/graphql/subscriptions/ws-adapter.ts'

const megabyte = 1024 * 1024

/** More than the buffers of an operating system hold. */
const plenty = 64 * megabyte

/** An open socket: what is sent through the library, what is written to the connection past it, and its client. */
async function givenSocket() {
  const server = createServer()
  const sockets = new WebSocketServer({ noServer: true })
  let connection: Socket | undefined
  const spoken = new Promise<Spoken>((resolve) => {
    const opened = (socket: Spoken) => {
      resolve(socket)
      return () => Promise.resolve()
    }
    server.on('upgrade', (request, stream, head) => {
      connection = request.socket
      sockets.handleUpgrade(request, stream, head, (socket) => {
        attachProtocol({ opened }, socket, {})
      })
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const client = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`)
  await once(client, 'open')
  client.pause()
  return {
    client,
    send: (await spoken).send.bind(await spoken),
    write: (bytes: number) => connection?.write(Buffer.alloc(bytes)),
    isOpen: () => connection?.destroyed === false,
    [Symbol.asyncDispose]: async () => {
      client.terminate()
      sockets.close()
      server.close()
      await once(server, 'close')
    },
  }
}

it('a socket is answered however much fan-out data is still unread', async () => {
  await using socket = await givenSocket()
  socket.write(plenty)

  for (let count = 0; count < 100; count++) await socket.send('{"type":"pong"}')

  expect(socket.isOpen()).toBe(true)
})

it('a client that reads no responses is disconnected once more than a megabyte of them is pending', async () => {
  await using socket = await givenSocket()
  socket.write(plenty)
  const answer = 'x'.repeat(megabyte / 4)

  for (let count = 0; count < 4; count++) await socket.send(answer)
  expect(socket.isOpen()).toBe(true)
  await socket.send(answer)

  expect(socket.isOpen()).toBe(false)
})

it('responses that were read no longer count as pending', async () => {
  await using socket = await givenSocket()
  socket.client.resume()
  const answer = 'x'.repeat(megabyte / 2)

  for (let count = 0; count < 8; count++) {
    const heard = once(socket.client, 'message')
    await socket.send(answer)
    await heard
  }

  expect(socket.isOpen()).toBe(true)
})
