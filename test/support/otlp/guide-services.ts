import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import type { GivenGateway } from '../gateway.ts'
import { readGuide } from '../guide.ts'

const shiftedTime = new URL('shifted-time.js', import.meta.url).href
const root = fileURLToPath(new URL('../../..', import.meta.url))

const readOpenTelemetryGuide = () => readGuide('opentelemetry.md')

/** The files of the guide: code blocks whose first line names a file. */
async function filesOfGuide(): Promise<Map<string, string>> {
  const blocks = (await readOpenTelemetryGuide())('js')
  return new Map(
    blocks.flatMap((block) => {
      const [, name, code = ''] = /^\/\/ (\S+)\n(.*)$/s.exec(block) ?? []
      return name === undefined ? [] : [[name, code]]
    }),
  )
}

/** The settings that the guide exports, by name. */
async function settingsOfGuide(): Promise<Record<string, string>> {
  const [shell = ''] = (await readOpenTelemetryGuide())('sh')
  const pairs = shell.split('\n').flatMap((line) => [...line.matchAll(/(OTEL_\w+)=("[^"]*"|\S+)/g)])
  return Object.fromEntries(pairs.map(([, name, value = '']) => [name, value.replaceAll('"', '')]))
}

/**
 * Starts a service as the guide describes, with the address and the token of a gateway and these additional settings.
 * Only its clock differs: it follows that of the gateway.
 */
export async function givenGuideService(
  name: 'express' | 'fastify',
  { url, ingestToken, clock }: GivenGateway,
  settings: Record<string, string> = {},
) {
  const prefix = name === 'express' ? '' : 'fastify-'
  // Inside node_modules, so that it resolves the packages of the tests.
  const folder = await mkdtemp(join(root, 'test/node_modules', '.guide-'))
  for (const [file, code] of await filesOfGuide()) await writeFile(join(folder, file), code)
  const child = spawn(
    process.execPath,
    ['--import', shiftedTime, '--import', `./${prefix}telemetry.mjs`, `${prefix}service.mjs`],
    {
      cwd: folder,
      env: {
        ...(await settingsOfGuide()),
        OTEL_EXPORTER_OTLP_ENDPOINT: `${url}/ingest/otlp`,
        OTEL_EXPORTER_OTLP_HEADERS: `Authorization=Bearer%20${ingestToken}`,
        PORT: '0',
        ...settings,
      },
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    },
  )
  const [port] = (await once(child.stdout as Readable, 'data')) as [Buffer]
  const address = `http://127.0.0.1:${port.toString().trim()}`
  return {
    /** Requests a path several times at the present of the gateway; returns the time of the service afterwards. */
    async request(path: string, times = 1, method = 'GET'): Promise<number> {
      const shift = clock.now() - Date.now()
      child.send(shift)
      await once(child, 'message')
      for (let count = 0; count < times; count++) await (await fetch(address + path, { method })).text()
      return Date.now() + shift
    },
    async [Symbol.asyncDispose]() {
      if (child.exitCode === null && child.kill('SIGKILL')) await once(child, 'exit')
      await rm(folder, { recursive: true, force: true })
    },
  }
}
