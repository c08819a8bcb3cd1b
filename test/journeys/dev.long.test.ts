import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { signIn, type Json } from '../support/gateway.ts'
import { givenDirectory } from '../support/process/process.ts'
import { until } from '../support/until.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const operator = { ADMIN_EMAIL: 'ana@example.org', ADMIN_PASSWORD: 'una-clave-larga-1' }
/** All but the pages, whose packages Vite would bundle. */
const copied = [
  'src',
  'web/vite.config.ts',
  'web/plugins',
  'web/codegen.yml',
  'web/src/api',
  'web/src/generated',
  'schema',
  'prisma',
  'scripts',
  'dist/.build.json',
  'package.json',
  'package-lock.json',
  'codegen.yml',
  'prisma.config.ts',
  'tsconfig.json',
]

test('npm run dev serves a changed resolver, also after a syntax error, and ends on Ctrl-C', async () => {
  await using directory = await givenDirectory()
  const { path } = directory
  await copyProject(path)
  const url = `http://127.0.0.1:${await freePort()}`
  const env = { ...process.env, ...operator, PORT: new URL(url).port, DATABASE_URL: '', DATA_DIR: '' }
  const dev = spawn(process.execPath, ['scripts/dev.js'], { cwd: path, env, stdio: 'ignore' })
  const ended = once(dev, 'exit')
  try {
    await until(
      'it is ready',
      () =>
        fetch(`${url}/readyz`).then(
          ({ ok }) => ok,
          () => false,
        ),
      60_000,
    )
    const cookie = await signIn(url, operator.ADMIN_EMAIL, operator.ADMIN_PASSWORD)

    await changeResolver(path, `'A'`)
    await until('A is live', async () => (await environmentOf(url, cookie)) === 'A')
    await changeResolver(path, `'a syntax error`)
    await changeResolver(path, `'B'`)
    await until('B is live', async () => (await environmentOf(url, cookie)) === 'B')
  } finally {
    dev.kill('SIGINT')
  }

  expect(await ended).toEqual([0, null])
})

/** Copies the sources and the generated code, next to the same packages. */
async function copyProject(to: string) {
  await Promise.all(copied.map((name) => cp(join(root, name), join(to, name), { recursive: true })))
  await mkdir(join(to, 'node_modules'))
  const packages = (await readdir(join(root, 'node_modules'))).filter((name) => !name.startsWith('.'))
  await Promise.all(packages.map((name) => symlink(join(root, 'node_modules', name), join(to, 'node_modules', name))))
}

async function freePort(): Promise<number> {
  await using server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

/** Replaces what the resolver of `Session.environment` returns, and gives the server time to notice. */
async function changeResolver(folder: string, value: string) {
  const file = join(folder, 'src/graphql/resolvers/auth/session.ts')
  const text = await readFile(file, 'utf8')
  await writeFile(file, text.replace(/(environment: .* =>) .*/, `$1 ${value},`))
}

async function environmentOf(url: string, cookie: string): Promise<unknown> {
  const answer = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify({ query: '{ session { environment } }' }),
  }).catch(() => null)
  return ((await answer?.json()) as Json | undefined)?.['data'].session.environment
}
