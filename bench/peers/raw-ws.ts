import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { WebSocketServer } from 'ws'
import { answerFile, listen } from './ready.ts'

// The baseline of fan-out: `ws` sends one prepared message to every socket, with only the parts of the protocol that
// subscribers need.
const panel = JSON.parse(readFileSync(answerFile, 'utf8')) as unknown
const message = Buffer.from(JSON.stringify({ id: '1', type: 'next', payload: panel }))

const server = createServer()
const sockets = new WebSocketServer({ server, handleProtocols: () => 'graphql-transport-ws' })
sockets.on('connection', (socket) => {
  socket.on('message', (data: Buffer) => {
    if (data.includes('"connection_init"')) socket.send('{"type":"connection_ack"}')
    else if (data.includes('"subscribe"')) socket.send(message, { binary: false })
  })
})

process.on('message', ({ publish }: { publish?: boolean }) => {
  if (publish) for (const socket of sockets.clients) socket.send(message, { binary: false })
})
listen(server)
