import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { givenGateway } from '../support/gateway.ts'
import { givenOpenIncidents } from '../support/monitoring/incidents.ts'

const script = new URL('api-tokens.sh', import.meta.url).pathname

it('a shell script acts and listens with a personal token until it is revoked', async () => {
  await using gateway = await givenGateway()
  const { url, email, password, db } = gateway
  const subjects = await db.subject.findMany({ where: { kind: 'LIBRERIAS' }, take: 2 })
  await givenOpenIncidents(
    gateway,
    subjects.map(({ key }) => key),
  )
  const [incident, other] = await db.incident.findMany()

  const env = { URL: url, EMAIL: email, PASSWORD: password, INCIDENT: incident?.id, OTHER: other?.id }
  const { stdout } = await promisify(execFile)('bash', [script], { env: { ...process.env, ...env } })

  expect(stdout.match(/^ok: /gm)).toHaveLength(13)
})
