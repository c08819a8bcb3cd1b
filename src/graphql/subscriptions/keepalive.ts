import { WebSocket, type WebSocketServer } from 'ws'

const pingEveryMs = 12_000

/** Pings all sockets every 12 seconds, and terminates those that did not respond to the previous ping. */
export function keepAlive(sockets: WebSocketServer): () => void {
  const awaitingPong = new WeakSet<WebSocket>()
  // One function for all sockets: there may be thousands.
  function handlePong(this: WebSocket) {
    awaitingPong.delete(this)
  }
  sockets.on('connection', (socket) => {
    socket.on('pong', handlePong)
  })
  const timer = setInterval(() => {
    for (const socket of sockets.clients) {
      if (socket.readyState !== WebSocket.OPEN) continue
      if (awaitingPong.has(socket)) socket.terminate()
      else {
        awaitingPong.add(socket)
        socket.ping()
      }
    }
  }, pingEveryMs).unref()
  return () => {
    clearInterval(timer)
  }
}
