import { WebSocket, type WebSocketServer } from 'ws'

const everyMs = 12_000

/** Asks all sockets every 12 seconds whether they are still there, and ends those that did not answer the last time. */
export function keepAlive(sockets: WebSocketServer): () => void {
  const asked = new WeakSet<WebSocket>()
  // One for all: there may be thousands of sockets.
  function hear(this: WebSocket) {
    asked.delete(this)
  }
  sockets.on('connection', (socket) => {
    socket.on('pong', hear)
  })
  const timer = setInterval(() => {
    for (const socket of sockets.clients) {
      if (socket.readyState !== WebSocket.OPEN) continue
      if (asked.has(socket)) socket.terminate()
      else {
        asked.add(socket)
        socket.ping()
      }
    }
  }, everyMs).unref()
  return () => {
    clearInterval(timer)
  }
}
