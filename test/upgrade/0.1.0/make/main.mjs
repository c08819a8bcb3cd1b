// Makes ../dump.sql and ../sentences.json. Run it in a checkout of 7d3f391: see ../README.md.
import { givenReceiver } from '../../../support/alerting/receiver.ts'
import { givenDestination } from '../../../support/alerting/destinations.ts'
import { givenMailServer } from '../../../support/mail/mail-server.ts'
import { beginSignIn, haveCustomers, keepAnswers, signInByProvider } from './access.mjs'
import { deliverLate, failEmails, failRequests } from './attempts.mjs'
import { databaseUrl, nasty, openNewDatabase, startServer, within } from './context.mjs'
import { dump } from './dump.mjs'
import { endReasons, haveHeartbeats, haveIncidents, haveReasons, report } from './incidents.mjs'
import { addOperators, addRecords, addSettings, addTokens, reportTelemetry } from './inventory.mjs'
import { writeSentences } from './sentences.mjs'
import { failInternally, failMailboxes, receiveMessages, replayMessages, replayOddly } from './trade.mjs'

const step = async (name, work) => {
  const startedAt = performance.now()
  const result = await work()
  console.log(`${name}: ${Math.round(performance.now() - startedAt)} ms`)
  return result
}

/** Destinations of every type that receive messages; one of them is gone, and one is down. */
async function haveDestinations(server, receiver, down) {
  const create = (name, target, more = {}) =>
    givenDestination(server, '', { name, target, waitSeconds: 0, intervalSeconds: 300, ...more })
  const { url } = receiver
  await create('Guardia', { webhook: { url: `${url}/ok` } }, { language: 'en' })
  await create(`Guardia, intento 2, "${nasty}"`, { webhook: { url: `${url}/ok` } }, { groupBy: 'SUBJECT' })
  await create('Canal', { slack: { url: `${url}/ok` } }, { groupBy: 'KIND' })
  await create('Equipo', { teams: { url: `${url}/ok` } }, { groupBy: 'AREA', language: 'en' })
  await create('Alertas', { alertmanager: { url: `${url}/ok` } })
  await create('Turno de noche', { pagerduty: { routingKey: 'R012345678901234567890123456789Y' } })
  await create(
    'Buzón',
    { email: { to: ['ana@example.org', 'eva@example.org'] } },
    { digestHour: new Date(server.clock.now() + 3_600_000).getUTCHours(), digestZone: 'UTC' },
  )
  await create('Retirado', { webhook: { url: `${url}/gone` } })
  await create('Caído', { slack: { url: `${down.url}/` } })
  const off = await create('Desactivado', { webhook: { url: `${url}/off` } })
  await server.data('mutation ($id: ID!) { updateDestination(id: $id, input: { enabled: false }) { id } }', { id: off })
  const gone = await create('Borrado', { webhook: { url: `${url}/off` } })
  await server.data('mutation ($id: ID!) { deleteDestination(id: $id) }', { id: gone })
}

const answer = (response, { url }) => response.writeHead(url === '/gone' ? 410 : 200).end('{"ok": true}')

async function fill(server, receiver, down) {
  const operators = await step('operators', () => addOperators(server))
  const secret = await step('tokens', () => addTokens(server))
  await step('records', () => addRecords(server))
  await step('settings', () => addSettings(server, operators))
  await step('destinations', () => haveDestinations(server, receiver, down))
  await server.pass(10)
  await step('telemetry', () => reportTelemetry(server, secret))
  await step('customers', () => haveCustomers(server))
  await step('messages', () => receiveMessages(server))
  const failedId = await step('internal', () => failInternally(server))
  await step('replays', () => replayMessages(server))
  await step('incidents', () => haveIncidents(server, operators))
  await step('heartbeats', () => haveHeartbeats(server))
  await step('reasons', async () => {
    await haveReasons(server)
    await report(server, 310, { payments: false, mail: true })
    await endReasons(server)
    await report(server, 310, { payments: false, mail: true })
  })
  await step('digest', async () => {
    server.clock.jump(3_600_000)
    await server.pass(180)
    await report(server, 60, { payments: false, mail: true })
  })
  await step('requests', () => failRequests(server))
  await step('e-mails', () => failEmails(server))
  await step('notices', () => deliverLate(server))
  await step('provider', () => signInByProvider(server))
  await beginSignIn(server)
  await step('mailboxes', () => failMailboxes(server))
  await step('answers', () => keepAnswers(server))
  return failedId
}

const database = await openNewDatabase()
const isDown = (response) => response.writeHead(503, { 'retry-after': '120' }).end('"mañana", quizá')
await within(givenReceiver(answer), (receiver) =>
  within(givenReceiver(isDown), (down) =>
    within(givenMailServer(), async ({ smtp }) => {
      const server = await startServer(database, { smtp, pagerdutyUrl: `${receiver.url}/pagerduty` })
      const id = await fill(server, receiver, down)
      await server.gateway[Symbol.asyncDispose]()
      await step('odd replays', () => replayOddly(server, id))
    }),
  ),
)
await step('sentences', () => writeSentences(database.db))
await database.close()
await step('dump', () => dump(databaseUrl))
