import { once } from 'node:events'
import { appendFile, readFile, rename, stat, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { givenGateway, type GivenGateway } from '../support/gateway.ts'
import { givenReportScript } from '../support/nginx/report-script.ts'

// Nothing else asks this route.
const path = '/api/admin/integrations/sinli_inbound/replay/'

/** A log in the format of the guide, and the script that reports it. */
async function givenLog(url: string, token: string) {
  const script = await givenReportScript(url, token)
  const { log, configuration } = script
  const [, format = ''] = /log_format vigia escape=json '(.*)';/.exec(configuration) ?? []
  return {
    ...script,
    /** Writes a line as nginx would. */
    request: (at: number, status: number, uri = path) =>
      appendFile(log, `${fill(format, { ...variables(at), vigia_status: String(status), vigia_path: uri })}\n`),
    write: (line: string) => appendFile(log, `${line}\n`),
    /** Takes the position back to before everything in the log was sent, under this key. */
    async forgetAnswer(key: unknown) {
      const { ino, size } = await stat(log)
      await writeFile(`${log}.position`, JSON.stringify({ inode: ino, offset: 0, pending: { end: size, key } }))
    },
  }
}

const variables = (at: number) => ({
  time_iso8601: new Date(at).toISOString().replace('.000Z', '+00:00'),
  vigia_method: 'POST',
  vigia_seconds: '0.100, 0.020',
})

const fill = (format: string, values: Record<string, string>) =>
  format.replace(/\$(\w+)/g, (_, name: string) => values[name] ?? '')

/** A proxy in front of the gateway that loses its first answer. */
async function givenLossyProxy(url: string) {
  const keys: unknown[] = []
  const forward = async (req: IncomingMessage) =>
    fetch(url + (req.url ?? ''), {
      method: req.method ?? 'GET',
      headers: req.headers as Record<string, string>,
      body: await text(req),
    })
  const server = createServer((req, res) => {
    void forward(req).then(async (answer) => {
      // Signs of life have none.
      const key = req.headers['idempotency-key']
      if (key !== undefined) keys.push(key)
      const isLost = key !== undefined && keys.length === 1
      res.statusCode = isLost ? 503 : answer.status
      res.end(isLost ? 'The answer is lost.' : await answer.text())
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    keys,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

async function countsOf({ db }: GivenGateway) {
  const { _sum: sums } = await db.bucket.aggregate({
    where: { subject: { key: `POST ${path}` }, span: 10 },
    _sum: { n: true, bad: true },
  })
  return sums
}

it('the log of nginx is reported once, whatever is lost, killed or rotated, and the endpoint fails', async () => {
  await using gateway = await givenGateway({ config: { sampleData: false } })
  await using proxy = await givenLossyProxy(gateway.url)
  await using nginx = await givenLog(proxy.url, gateway.ingestToken)
  const now = gateway.clock.now()
  await nginx.fromTheBeginning()
  for (const status of [200, 200, 500]) await nginx.request(now, status)
  await nginx.request(now, 200, '/elsewhere')
  await nginx.write('{"broken')

  const first = nginx.start()
  await nginx.sent()
  expect(await first.kill()).toMatch(/503: The answer is lost\.\n$/)
  expect(new Set(proxy.keys).size).toBe(1)
  // As if the kill had come between the answer and the new position.
  await nginx.forgetAnswer(proxy.keys[0])
  await rename(nginx.log, `${nginx.log}.1`)
  await appendFile(`${nginx.log}.1`, await lineOf(nginx.log, 502))
  await writeFile(nginx.log, '')
  const second = nginx.start()
  for (let count = 0; count < 6; count += 1) await nginx.request(now, 503)
  await nginx.sent()
  await second.kill()

  await gateway.pass(10)
  expect(await countsOf(gateway)).toEqual({ n: 10, bad: 8 })
  await gateway.pass(30)
  expect(await gateway.db.incident.findMany()).toMatchObject([{ severity: 'FALLANDO', status: 'OPEN' }])
})

/** A line as the log has, with another status. */
async function lineOf(log: string, status: number): Promise<string> {
  const [line = ''] = (await readFile(`${log}.1`, 'utf8')).split('\n')
  return `${line.replace('"status":200', `"status":${status}`)}\n`
}
