import { setTimeout as after } from 'node:timers/promises'
import { openDatabase } from '../../src/database/open.ts'
import { givenDovecot, hasDovecot, mailPassword } from '../support/mail/dovecot.ts'
import { clientOf, commonSettings, type Client } from '../support/process/instances.ts'
import { envio, mailOf, shop, supplier } from '../support/sinli/inbound.ts'
import { printFigures } from '../support/print-figures.ts'
import { givenDirectory, startVigia } from '../support/process/process.ts'
import { until } from '../support/until.ts'

/** MAILBOX_MAILS=10000 is the length of the acceptance test. */
const count = Number(process.env['MAILBOX_MAILS'] ?? 500)
const deaths = 2
const patienceMs = 60_000 + count * 100

const whereInstalled = hasDovecot() ? it : it.skip

whereInstalled(
  `each of ${count} mails is processed once although the process is killed ${deaths} times, and others do not wait for them`,
  async () => {
    await using dovecot = await givenDovecot()
    await using directory = await givenDirectory()
    await dovecot.deliver('ana', ...Array.from({ length: count }, (_, index) => mailOf(envio({ number: `K${index}` }))))
    const credentials = `ana:${encodeURIComponent(mailPassword)}`
    const settings = {
      ...commonSettings,
      DATA_DIR: directory.path,
      SINLI_MAILBOX: `imaps://${credentials}@localhost:${dovecot.ports.tls}/INBOX`,
      NODE_EXTRA_CA_CERTS: dovecot.certificate,
    }
    await registerParties({ ...commonSettings, DATA_DIR: directory.path })
    const outputs: string[] = []
    const longest = { panelMs: 0, messageMs: 0 }
    for (let death = 1; death <= deaths; death++) {
      await using vigia = startVigia(settings)
      const client = await clientOf(await vigia.ready())
      const enough = Math.floor((count * death) / (deaths + 1))
      const watch = watchPanel(client, longest)
      await until(`${enough} mails are read`, async () => (await mailboxOf(client)).read >= enough, patienceMs)
      await watch.stop()
      await vigia.kill()
      outputs.push(vigia.said.stdout + vigia.said.stderr)
    }
    await using last = startVigia(settings)
    const client = await clientOf(await last.ready())
    const watch = watchPanel(client, longest)
    await until('the rest is being read', async () => (await mailboxOf(client)).backlog > 0)
    const { read: readBefore } = await mailboxOf(client)
    const startedAt = performance.now()
    const id = await sendMessage(client)
    await until('the message that came by HTTP is processed', () => isProcessed(client, id), patienceMs)
    longest.messageMs = performance.now() - startedAt
    // It waited behind the two portions of mails that may wait, and those that were stored meanwhile.
    expect((await mailboxOf(client)).read - readBefore).toBeLessThan(count / 2)
    await until('all mails are read', async () => (await mailboxOf(client)).read === count, patienceMs)
    await until('all are moved', async () => (await dovecot.mailsIn('ana')).length === 0, patienceMs)
    await until('the last one is processed', async () => (await countProcessed(client)) === count + 1, patienceMs)
    expect(await watch.stop()).toBeGreaterThan(0)
    const metrics = await (await fetch(`${client.url}/metrics`)).text()
    last.send('SIGTERM')
    expect(await last.ended()).toMatchObject({ code: 0 })

    outputs.push(last.said.stdout + last.said.stderr, metrics)
    for (const secret of [mailPassword, encodeURIComponent(mailPassword)])
      expect(outputs.filter((text) => text.includes(secret))).toEqual([])
    expect(await dovecot.mailsIn('ana', '.Vigia.Procesados')).toHaveLength(count)
    await expectEachOnce(directory.path)
    printFigures({ 'mails, killed twice': count, ...longest })
  },
  600_000 + 2 * patienceMs,
)

async function expectEachOnce(dataDir: string) {
  const { db, close } = await openDatabase({ databaseUrl: null, dataDir }, process.pid)
  try {
    expect(await db.inboundMessage.count({ where: { status: 'PROCESSED' } })).toBe(count + 1)
    expect(await db.inboundMessage.count()).toBe(count + 1)
    expect(await db.inboundAttempt.count()).toBe(count + 1)
    expect(await db.sinliDocument.count()).toBe(count + 1)
    expect(await db.unmovedMail.count()).toBe(0)
  } finally {
    await close()
  }
}

const authorization = `Bearer ${commonSettings.INGEST_TOKEN}`

/** Registers the parties with a gateway that reads no mailbox: a mail of unknown parties would fail. */
async function registerParties(settings: Record<string, string>) {
  await using vigia = startVigia(settings)
  const client = await clientOf(await vigia.ready())
  const updatedAt = '2026-01-01T00:00:00Z'
  const put = (path: string, body: object) => client.send(path, 'PUT', { authorization }, { ...body, updatedAt })
  await put('/ingest/v1/libraries/aurora', { name: 'Aurora', sinliId: shop })
  await put(`/ingest/v1/suppliers/${supplier}`, { name: 'Proveedor' })
  vigia.send('SIGTERM')
  await vigia.ended()
}

async function sendMessage({ url }: Client): Promise<string> {
  const answer = await fetch(`${url}/ingest/v1/sinli`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'message/rfc822' },
    body: new Uint8Array(mailOf(envio({ number: 'HTTP' }), { messageId: '<HTTP@example.org>' })),
  })
  expect(answer.status).toBe(202)
  return ((await answer.json()) as { id: string }).id
}

async function isProcessed(client: Client, id: string): Promise<boolean> {
  const { sinliMessage } = await client.ask('query ($id: ID!) { sinliMessage(id: $id) { status } }', { id })
  return sinliMessage.status === 'PROCESSED'
}

/** Reads the panel again and again, as an open page does, and notes the longest time. `stop` returns how often. */
function watchPanel(client: Client, longest: { panelMs: number }) {
  let isStopped = false
  let count = 0
  const run = async () => {
    while (!isStopped) {
      const startedAt = performance.now()
      await client.ask('{ notifications { badge } inventory { endpoints { totalCount } } }')
      longest.panelMs = Math.max(longest.panelMs, performance.now() - startedAt)
      count += 1
      await after(20)
    }
  }
  const ended = run()
  return {
    async stop() {
      isStopped = true
      await ended
      return count
    },
  }
}

async function mailboxOf(client: Client): Promise<{ read: number; backlog: number }> {
  return (await client.ask('{ sinliMailbox { read backlog } }'))['sinliMailbox']
}

async function countProcessed(client: Client): Promise<number> {
  const { sinliMessages } = await client.ask(
    '{ sinliMessages(filter: { status: PROCESSED }, first: 1) { totalCount } }',
  )
  return sinliMessages.totalCount
}
