import { once } from 'node:events'
import { BlockList, createServer } from 'node:net'
import { attemptDelivery } from '../../../../src/alerting/deliveries/attempt-delivery.ts'
import { withDestination } from '../../../../src/alerting/deliveries/claim-deliveries.ts'
import { newDelivery } from '../../../../src/alerting/deliveries/new-delivery.ts'
import { recordAttempt } from '../../../../src/alerting/deliveries/record-attempt.ts'
import { createSender } from '../../../../src/alerting/channels/channels.ts'
import { createOutbound } from '../../../../src/alerting/outbound/outbound.ts'
import { createSecrets } from '../../../../src/alerting/secrets.ts'
import { createCertificate } from '../../../support/certificate.ts'
import { givenReceiver } from '../../../support/alerting/receiver.ts'
import { givenDestination } from '../../../support/alerting/destinations.ts'
import { givenMailServer } from '../../../support/mail/mail-server.ts'
import { within } from './context.mjs'

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8)
const key = Buffer.alloc(32, 1)

/** Attempts a test or an event once, with the parts of the server itself and with what may fail around them. */
async function attempt(server, destinationId, more = {}) {
  const { db, clock } = server
  const { smtp = null, resolve, ca, secrets = createSecrets(key), kind = 'TEST' } = more
  const at = new Date(clock.now())
  const url = null
  const message =
    kind === 'TEST'
      ? { kind, at: at.toISOString(), by: 'Ana', url }
      : { kind, from: at.toISOString(), at: at.toISOString(), opened: 0, resolved: 0, open: [], omitted: 0, url }
  const outbound = createOutbound({ allowed: loopback, clock, ...(resolve && { resolve }), ...(ca && { ca }) })
  const settings = { smtp, environment: 'STG', pagerdutyUrl: 'https://events.example.org' }
  const data = { ...newDelivery(destinationId, message, { at }), leasedUntil: new Date(at.getTime() + 60_000) }
  const delivery = await db.delivery.create({ data, ...withDestination })
  await attemptDelivery(
    {
      ...{ db, clock, secrets, config: { publicOrigin: null } },
      sender: createSender({ settings, outbound, clock: { now: clock.now, elapsed: () => performance.now() } }),
      observe: () => undefined,
      count: () => undefined,
      random: () => 0.5,
      isAbandoned: () => false,
    },
    delivery,
  )
}

const refusedWith = (code, message) => () => Promise.reject(Object.assign(new Error(message), { code }))
const resolvedTo = (address) => () => Promise.resolve([{ address, family: 4 }])

/** An attempt for each way in which a request may fail. */
export async function failRequests(server) {
  const to = (name, url) =>
    givenDestination(server, url, { name, filter: { kinds: ['ENDPOINTS'], criticalOnly: true } })
  const inside = await to('Dentro', 'https://interno.example.org/aviso')
  const plain = await to('Sin TLS', 'http://plano.example.org/')
  await attempt(server, inside, { resolve: resolvedTo('10.0.0.1') })
  await attempt(server, plain, { resolve: resolvedTo('93.184.216.34') })
  for (const code of ['ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT'])
    await attempt(server, inside, { resolve: refusedWith(code, `getaddrinfo ${code} interno.example.org`) })
  await attempt(server, inside, { resolve: refusedWith('', 'socket "uno", línea\nsegunda (más).') })
  await attempt(server, inside, { secrets: createSecrets(Buffer.alloc(32, 2)) })
  await attempt(server, inside, { secrets: createSecrets(null) })
  await failOverTls(server, to)
  await failAtReceivers(server, to)
}

async function failOverTls(server, to) {
  const own = createCertificate('localhost')
  await within(givenReceiver(undefined, own), async ({ port }) => {
    const destination = await to('Con TLS', `https://otro.example.org:${port}/`)
    await attempt(server, destination, { resolve: resolvedTo('127.0.0.1') })
    await attempt(server, destination, { resolve: resolvedTo('127.0.0.1'), ca: own.cert })
  })
}

async function failAtReceivers(server, to) {
  for (const status of [301, 308, 400, 404, 429, 500, 503])
    await failAt(server, to, `Responde ${status}`, (response) => response.writeHead(status).end('No: "uno", línea'))
  await failAt(server, to, 'Cierra', (response) => response.destroy())
  await failAt(server, to, 'Calla', () => undefined)
  await within(
    givenPeer((socket) => socket.end('NO HTTP\r\n\r\n')),
    async ({ port }) => attempt(server, await to('Otra cosa', `http://127.0.0.1:${port}/`)),
  )
  const closed = await givenPeer(() => undefined)
  await closed[Symbol.asyncDispose]()
  await attempt(server, await to('Cerrado', `http://127.0.0.1:${closed.port}/`))
}

async function failAt(server, to, name, answer) {
  await within(givenReceiver(answer), async ({ url }) => attempt(server, await to(name, url)))
}

/** An attempt for each way in which an e-mail may fail, and one for a message that its destination does not take. */
export async function failEmails(server) {
  const create = async (name, target) => {
    const mutation = 'mutation ($input: DestinationInput!) { createDestination(input: $input) { destination { id } } }'
    const input = { name, target, filter: { kinds: ['ENDPOINTS'], criticalOnly: true } }
    return (await server.data(mutation, { input })).createDestination.destination.id
  }
  const to = ['ana@example.org', 'eva@example.org', 'luis@example.org']
  const mail = await create('Correo', { email: { to } })
  const pager = await create('Turno', { pagerduty: { routingKey: 'R012345678901234567890123456789X' } })
  await attempt(server, pager, { kind: 'DIGEST' })
  await attempt(server, mail)
  for (const count of [1, 2, 3]) {
    const refused = new Set(to.slice(0, count))
    const onRcptTo = (recipient, _, callback) => callback(refusal(refused, recipient))
    await within(givenMailServer({ onRcptTo }), (smtp) => attempt(server, mail, smtp))
  }
  const full = new Error('Buzón "lleno", 1 de 2')
  const onData = (stream, _, callback) => stream.resume().on('end', () => callback(full))
  await within(givenMailServer({ onData }), (smtp) => attempt(server, mail, smtp))
  const at = ({ port }) =>
    attempt(server, mail, { smtp: { url: `smtp://127.0.0.1:${port}`, from: 'vigia@example.org' } })
  await at({ port: 1 })
  await within(
    givenPeer((socket) => socket.write('554-no\r\n554 "nunca", (más)\r\n')),
    at,
  )
  await within(givenPeer(trickle), at)
}

const refusal = (refused, { address }) =>
  refused.has(address) ? Object.assign(new Error('no existe'), { responseCode: 550 }) : null

/** Answers a line every few seconds and never ends. */
function trickle(socket) {
  socket.write('220 ready\r\n')
  const timer = setInterval(() => socket.write('250-wait\r\n'), 3_000)
  socket.on('close', () => clearInterval(timer))
}

async function givenPeer(onConnect) {
  const sockets = new Set()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    onConnect(socket)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    port: server.address().port,
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Records that messages were delivered at a later attempt, and after a while. */
export async function deliverLate({ db, clock }) {
  const where = { kind: 'INCIDENTS', destination: { name: 'Guardia' } }
  const deliveries = await db.delivery.findMany({ where, orderBy: { createdAt: 'asc' }, take: 4, ...withDestination })
  for (const [index, ms] of [340, 1_250, 9_960, 1_234_500].entries()) {
    const result = {
      ok: true,
      status: 200,
      error: null,
      answer: 'ok',
      ms,
      retryAfterMs: null,
      permanent: false,
      gone: false,
    }
    const delivery = { ...deliveries[index], attempts: index + 1 }
    await recordAttempt(db, delivery, { ...result, delivered: 1 }, { at: clock.now(), random: 0.5 })
  }
}
