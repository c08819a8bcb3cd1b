import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import express from 'express'
import { staticFiles } from '../../src/http/static-files.ts'

let root: string
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'vigia-web-'))
  await mkdir(join(root, 'web/assets'), { recursive: true })
  await writeFile(join(root, 'secret.txt'), 'secret')
  await writeFile(join(root, 'web/.hidden'), 'secret')
  await writeFile(join(root, 'web/index.html'), '<p>application</p>')
  await writeFile(join(root, 'web/explorer.html'), '<p>explorer</p>')
  await writeFile(join(root, 'web/assets/index-abc123.js'), 'code')
})
afterAll(() => rm(root, { recursive: true }))

async function givenFiles(folder: string) {
  const app = express().use(staticFiles(join(root, folder)))
  app.use((_req, res) => void res.status(404).send('nothing'))
  const server = createServer(app).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    get: (path: string, accept = 'text/html') => ask(port, path, accept),
    [Symbol.asyncDispose]: async () => {
      server.close()
      await once(server, 'close')
    },
  }
}

// fetch would tidy the path up before sending it.
const ask = (port: number, path: string, accept: string) =>
  new Promise<{ status: number | undefined; caching: string | undefined; body: string }>((resolve, reject) => {
    const asked = request({ port, host: '127.0.0.1', path, headers: { accept } }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('end', () =>
        resolve({
          status: answer.statusCode,
          caching: answer.headers['cache-control'],
          body: Buffer.concat(chunks).toString(),
        }),
      )
    })
    asked.on('error', reject).end()
  })

it('serves assets to be kept, and pages to be asked for again', async () => {
  await using files = await givenFiles('web')

  expect(await files.get('/assets/index-abc123.js', '*/*')).toEqual({
    status: 200,
    caching: 'public, max-age=31536000, immutable',
    body: 'code',
  })
  expect(await files.get('/', '*/*')).toEqual({ status: 200, caching: 'no-cache', body: '<p>application</p>' })
  expect(await files.get('/explorer')).toEqual({ status: 200, caching: 'no-cache', body: '<p>explorer</p>' })
})

it('lets the application have routes of its own, and interfaces theirs', async () => {
  await using files = await givenFiles('web')

  expect(await files.get('/endpoints/some-id')).toMatchObject({ status: 200, body: '<p>application</p>' })
  for (const path of ['/api/nothing', '/ingest/v1/nothing', '/auth/nothing', '/assets/old.js'])
    expect(await files.get(path)).toMatchObject({ status: 404 })
  expect(await files.get('/nothing.json', 'application/json')).toMatchObject({ status: 404 })
})

it.each([
  '/../secret.txt',
  '/..%2fsecret.txt',
  '/%2e%2e/secret.txt',
  '/assets/../../secret.txt',
  '/assets/..%5c..%5csecret.txt',
  '/.hidden',
  '/%00',
  '//etc/passwd',
  '/%E0%A4%A',
])('gives nothing away at %s', async (path) => {
  await using files = await givenFiles('web')

  const { status, body } = await files.get(path, '*/*')

  expect(status).toBeGreaterThanOrEqual(400)
  expect(status).toBeLessThan(500)
  expect(body).not.toContain('secret')
})

it('says what to do where the application is not built', async () => {
  await using files = await givenFiles('not-built')

  expect(await files.get('/')).toMatchObject({
    status: 503,
    body: 'The web application is not built. Run "npm run build", then reload.\n',
  })
})
