import type { RootDatabase } from '../../../src/database/database.ts'
import type { Json, Observation } from '../gateway.ts'
import { until } from '../until.ts'
import type { Client } from './instances.ts'

/** A service with a token of its own and a stated interval, of which replicas report in real time. */
export async function givenReportingService(
  db: RootDatabase,
  client: Client,
  { name, intervalSeconds }: { name: string; intervalSeconds: number },
) {
  const { id, secret } = await createToken(client, name)
  const { serviceId } = await db.apiToken.findUniqueOrThrow({ where: { id } })
  const service = String(serviceId)
  await db.service.update({ where: { id: service }, data: { intervalSeconds } })
  const read = () => db.service.findUniqueOrThrow({ where: { id: service }, include: { subject: true } })

  return {
    id: service,
    secret,
    read,
    /** Another token of the same service. */
    async rotate(): Promise<string> {
      const next = await createToken(client, name)
      await db.apiToken.update({ where: { id: next.id }, data: { serviceId: service } })
      return next.secret
    },
    untilState: (state: 'OPERATIVO' | 'FALLANDO', forMs?: number) =>
      until(`${name} is ${state}`, async () => (await read()).subject?.state === state, forMs),
    incidents: () => db.incident.findMany({ where: { subject: { service: { id: service } } } }),
  }
}

export type ReportingService = Awaited<ReturnType<typeof givenReportingService>>

async function createToken(client: Client, name: string): Promise<{ id: string; secret: string }> {
  const { createServiceToken } = await client.ask(
    'mutation ($input: NewApiToken!) { createServiceToken(input: $input) { secret token { id } } }',
    { input: { name, scopes: ['ingest:observations'], expiresInDays: 30 } },
  )
  const { secret, token } = createServiceToken as { secret: string; token: Json }
  return { id: String(token['id']), secret }
}

export type Replica = ReturnType<typeof startReplica>

/** A replica that reports at once and then at an interval, until it is stopped. */
export function startReplica(
  client: Pick<Client, 'url' | 'send'>,
  { secret }: { secret: string },
  everyMs: number,
  ...observations: Observation[]
) {
  const answers: Promise<Json>[] = []
  let lastAt = 0
  const report = () => {
    lastAt = Date.now()
    const answer = client.send(
      '/ingest/v1/observations',
      'POST',
      { authorization: `Bearer ${secret}` },
      { observations },
    )
    // Awaited when it stops.
    answer.catch(() => undefined)
    answers.push(answer)
  }
  report()
  const timer = setInterval(report, everyMs)
  return {
    /** Stops it; returns the time of its last report, once all were accepted. */
    async stop(): Promise<number> {
      clearInterval(timer)
      await Promise.all(answers)
      return lastAt
    },
    /** Stops it, whatever becomes of its reports. */
    cancel: () => clearInterval(timer),
  }
}
