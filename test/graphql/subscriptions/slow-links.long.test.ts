import { once } from 'node:events'
import WebSocket from 'ws'
import { givenGateway, type GivenGateway } from '../../support/gateway.ts'
import { givenManyIncidents, panelWith } from '../../support/graphql/large-panel.ts'
import { givenProxy } from '../../support/process/proxy.ts'
import { printFigures } from '../../support/print-figures.ts'
import { until } from '../../support/until.ts'

const socketCount = 20

/** The subscriptions of each socket, with messages of 100 bytes to about 500 kB. */
const questions = [0, 1, 0, 3, 0, 1, 2, 0, 6, 0].map(panelWith)

let gateway: GivenGateway
let proxy: Awaited<ReturnType<typeof givenProxy>>
beforeAll(async () => {
  gateway = await givenGateway()
  await givenManyIncidents(gateway, 120)
  proxy = await givenProxy(gateway.url)
})
afterAll(async () => {
  await proxy[Symbol.asyncDispose]()
  await gateway[Symbol.asyncDispose]()
})

/** A socket through the proxy, and the revisions that each of its questions was told, in order. */
async function givenFollower() {
  const url = `${proxy.url.replace('http', 'ws')}graphql`
  const socket = new WebSocket(url, 'graphql-transport-ws', { headers: { cookie: gateway.cookie } })
  const told = questions.map((): number[] => [])
  socket.on('message', (message: Buffer) => {
    const start = message.toString('latin1', 0, 200)
    const [, id, revision] = /^\{"id":"(\d+)","type":"next".*?"revision":(\d+)/.exec(start) ?? []
    told[Number(id)]?.push(Number(revision))
  })
  // A ping waits behind everything that was sent before it.
  const alive = setInterval(() => {
    if (socket.readyState === WebSocket.OPEN) socket.pong()
  }, 1_000)
  socket.once('close', () => {
    clearInterval(alive)
  })
  await once(socket, 'open')
  socket.send('{"type":"connection_init"}')
  await once(socket, 'message')
  return { socket, told }
}

function subscribe(socket: WebSocket) {
  for (const [id, query] of questions.entries())
    socket.send(JSON.stringify({ id: String(id), type: 'subscribe', payload: { query } }))
}

async function change(): Promise<number> {
  const { markNotificationsSeen } = await gateway.data('mutation { markNotificationsSeen { revision } }')
  return markNotificationsSeen.revision
}

it('subscriptions of all sizes on several sockets end at the newest once their link is free, and none goes back', async () => {
  const followers = await Promise.all(Array.from({ length: socketCount }, givenFollower))
  const all = followers.flatMap(({ told }) => told)
  // Only now: the first results take long, and a socket that is greeted too late is closed.
  for (const { socket } of followers) subscribe(socket)
  await until('each has heard how things are', () => all.every((told) => told.length > 0))
  const quick = gateway.listen(panelWith(0))
  await quick.next()

  let last = 0
  for (const treatment of ['stalled', 'trickling'] as const) {
    proxy.treat(treatment)
    for (let count = 0; count < 5; count++) {
      last = await change()
      await quick.until(({ notifications }) => notifications.revision >= last)
    }
  }
  proxy.treat('well')
  const free = performance.now()
  await until('each has heard the newest', () => all.every((told) => told.at(-1) === last))

  printFigures({
    subscriptions: all.length,
    messages: all.flat().length,
    newestAfterMs: Math.round(performance.now() - free),
  })
  expect(followers.map(({ socket }) => socket.readyState)).toEqual(followers.map(() => WebSocket.OPEN))
  for (const told of all) expect(told).toEqual([...new Set(told)].sort((one, other) => one - other))
  await quick.end()
  for (const { socket } of followers) socket.terminate()
})
