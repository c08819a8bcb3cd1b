import { WebSocket, type WebSocketServer } from 'ws'

const everyMs = 12_000

/** Pings all sockets every 12 seconds, and terminates those that did not respond to the previous ping. */
export function keepAlive(sockets: WebSocketServer): () => void {
  const asked = new WeakSet<WebSocket>()
  // One function for all sockets: there may be thousands.
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
