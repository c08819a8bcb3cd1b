import { execFile } from 'node:child_process'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { givenGateway } from '../support/gateway.ts'
import { readGuide } from '../support/guide.ts'
import { givenHeartbeat, readHeartbeat } from '../support/monitoring/heartbeats.ts'

const execute = promisify(execFile)

/** The jobs of the guide in a folder of their own, run as cron runs a line: by `sh -c`. */
async function givenJobs(address: string) {
  const folder = await mkdtemp(join(tmpdir(), 'vigia-jobs-'))
  const guide = await readGuide('heartbeats.md')
  const [script = ''] = guide('sh')
  const put = async (name: string, text: string) => {
    await writeFile(join(folder, name), text)
    await chmod(join(folder, name), 0o755)
  }
  await put('vigia-run', script)
  const lines = guide('crontab').map((line) =>
    line
      .replace(/^(?:\S+ ){5}/, '')
      .replaceAll('/usr/local/bin/', `${folder}/`)
      .replace(/https:\/\/vigia\.example\.org\S+SECRET/, address),
  )
  const [plain = '', wrapped = ''] = lines
  return {
    /** Replaces the script of the job. */
    job: (script: string) => put('backup', `#!/bin/sh\n${script}\n`),
    runPlain: () => execute('sh', ['-c', plain]),
    runWrapped: () => execute('sh', ['-c', wrapped]),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
  }
}

it('a job in a crontab is watched from its creation, fails by silence and by its own word, and recovers', async () => {
  await using gateway = await givenGateway({ config: { sampleData: false } })
  const { id, address } = await givenHeartbeat(gateway)
  await using jobs = await givenJobs(address)
  const read = () => readHeartbeat(gateway, id)
  expect(await read()).toMatchObject({ lastAt: null, integration: { state: 'DESCONOCIDO', openIncident: null } })

  await jobs.job('true')
  expect(await jobs.runPlain()).toEqual({ stdout: '', stderr: '' })
  await gateway.pass(10)
  expect(await read()).toMatchObject({ lastOk: true, lastMs: null, integration: { state: 'OPERATIVO' } })

  await gateway.pass(100)
  expect(await read()).toMatchObject({ integration: { state: 'OPERATIVO' } })
  await gateway.pass(20)
  expect(await read()).toMatchObject({
    integration: {
      state: 'FALLANDO',
      reason: 'No llega ninguna muestra desde hace 2 min, aunque su horario las prevé.',
      openIncident: { severity: 'FALLANDO' },
    },
  })

  await jobs.job('echo copiados 1.204 títulos & wait')
  expect(await jobs.runWrapped()).toEqual({ stdout: 'copiados 1.204 títulos\n', stderr: '' })
  await gateway.pass(10)
  expect(await read()).toMatchObject({
    lastOk: true,
    lastMessage: 'copiados 1.204 títulos',
    integration: { state: 'OPERATIVO', openIncident: null },
  })
  expect(await gateway.db.incident.findMany()).toMatchObject([{ status: 'RESOLVED', resolution: 'AUTOMATIC' }])

  await jobs.job('echo conectando; echo "disco lleno al 100 %" >&2; exit 3')
  await expect(jobs.runWrapped()).rejects.toMatchObject({ code: 3 })
  await gateway.pass(10)
  expect(await read()).toMatchObject({
    lastOk: false,
    lastMs: expect.any(Number),
    lastMessage: 'disco lleno al 100 %',
    integration: { state: 'FALLANDO', openIncident: { severity: 'FALLANDO' } },
  })
})
