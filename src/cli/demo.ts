import { parseArgs } from 'node:util'
import { suppliers } from './demo-documents.ts'
import { demoMessages } from './demo-messages.ts'
import { demoRecords, storiesAt, trafficBetween, type DemoObservation } from './demo-scenario.ts'
import { slices } from '../lib/slices.ts'

const usage = `Drives a running Vigía with an hour of believable traffic, faults included, through its public interfaces.

  INGEST_TOKEN=… npm run demo -- [--url http://localhost:4000] [--minutes 60]

The gateway has to be started with the same INGEST_TOKEN. Ctrl+C ends it; what it reported stays.`

const stepMs = 2_000
const maxObservations = 1_000

const { values } = parseArgs({
  options: {
    url: { type: 'string', default: 'http://localhost:4000' },
    minutes: { type: 'string', default: '60' },
    help: { type: 'boolean', default: false },
  },
})
const token = process.env.INGEST_TOKEN?.trim()
const minutes = Number(values.minutes)

if (values.help || !token || !(minutes > 0)) {
  console.error(usage)
  process.exitCode = values.help ? 0 : 1
} else {
  await runDemo().catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  })
}

async function runDemo() {
  await register()
  const begin = Date.now()
  const sendDueMessages = createMessageSender(begin)
  // Sends 55 minutes without faults first, so that charts and rates have data.
  for (let at = begin - 55 * 60_000; at < begin; at += 60_000)
    await report(trafficBetween(at, at + 60_000, -1, Math.random))
  let sent = 0
  for (let from = begin; from < begin + minutes * 60_000; from = Date.now()) {
    await new Promise((resolve) => setTimeout(resolve, stepMs))
    const minute = (from - begin) / 60_000
    sent += await report(trafficBetween(from, Date.now(), minute, Math.random))
    await sendDueMessages(minute)
    progress(minute, sent)
  }
  console.log(`\nThe hour is over: ${sent} observations.`)
}

async function register() {
  const updatedAt = new Date().toISOString()
  for (const { code, ...library } of demoRecords.libraries)
    await send('PUT', `/ingest/v1/libraries/${code}`, { ...library, updatedAt })
  for (const { key, name } of demoRecords.integrations) await send('PUT', `/ingest/v1/integrations/${key}`, { name })
  for (const { id, name } of suppliers) await send('PUT', `/ingest/v1/suppliers/${id}`, { name, updatedAt })
}

/** Sends the SINLI messages of the hour, each when its minute has come. */
function createMessageSender(begin: number) {
  const waiting = demoMessages(String(Math.floor(begin / 1_000)).slice(-6), new Date(begin).toISOString().slice(0, 10))
  return async (minute: number) => {
    const due = waiting.filter((message) => message.minute <= minute)
    waiting.splice(0, due.length)
    for (const { subject, file } of due)
      await call('POST', '/ingest/v1/sinli', file, { 'content-type': 'text/plain', 'x-sinli-subject': subject })
  }
}

async function report(observations: DemoObservation[]): Promise<number> {
  for (const some of slices(observations, maxObservations))
    await send('POST', '/ingest/v1/observations', { observations: some })
  return observations.length
}

function send(method: string, path: string, body: unknown) {
  return call(method, path, JSON.stringify(body), { 'content-type': 'application/json' })
}

async function call(method: string, path: string, body: string | Uint8Array, headers: Record<string, string>) {
  const response = await fetch(values.url + path, {
    method,
    headers: { ...headers, authorization: `Bearer ${token ?? ''}` },
    body: typeof body === 'string' ? body : Buffer.from(body),
  }).catch(() => {
    throw new Error(`Nothing responds at ${values.url}. Start the gateway first: INGEST_TOKEN=… npm start`)
  })
  if (response.ok) return
  throw new Error(`${method} ${path} responded with ${response.status}: ${await response.text()}`)
}

function progress(minute: number, sent: number) {
  const stories = storiesAt(minute)
  const line = `Minute ${minute.toFixed(1)} of ${minutes}: ${sent} observations; ${stories.length > 0 ? stories.join(', ') : 'todo va bien'}`
  process.stdout.write(process.stdout.isTTY ? `\r\u001b[2K${line}` : `${line}\n`)
}
