import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, request, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import express from 'express'
import { staticFiles } from '../../../src/http/static-files.ts'

let root: string
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'vigia-web-'))
  await mkdir(join(root, 'web/assets'), { recursive: true })
  await writeFile(join(root, 'secret.txt'), 'secret')
  await writeFile(join(root, 'web/.hidden'), 'secret')
  await writeFile(join(root, 'web/index.html'), '<p>application</p>')
  await writeFile(join(root, 'web/explorer.html'), '<p>explorer</p>')
  await writeFile(join(root, 'web/assets/index-abc123.js'), 'code')
  await writeFile(join(root, 'web/assets/big-abc123.js'), 'much code')
  await writeFile(join(root, 'web/assets/big-abc123.js.br'), 'brotli')
  await writeFile(join(root, 'web/assets/big-abc123.js.gz'), 'gzip')
})
afterAll(() => rm(root, { recursive: true }))

async function givenFiles(folder: string) {
  const app = express().use(staticFiles(join(root, folder)))
  app.use((_req, res) => void res.status(404).send('nothing'))
  const server = createServer(app).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    get: async (path: string, accept = 'text/html') => {
      const { status, caching, body } = await ask(port, path, { accept })
      return { status, caching, body }
    },
    getAccepting: async (path: string, codings: string) => {
      const { status, headers, body } = await ask(port, path, { accept: '*/*', 'accept-encoding': codings })
      return { status, coding: headers['content-encoding'], type: headers['content-type'], vary: headers.vary, body }
    },
    [Symbol.asyncDispose]: async () => {
      server.close()
      await once(server, 'close')
    },
  }
}

type Answer = { status: number | undefined; caching: string | undefined; body: string; headers: IncomingHttpHeaders }

// fetch would tidy the path up before sending it.
const ask = (port: number, path: string, headers: Record<string, string>) =>
  new Promise<Answer>((resolve, reject) => {
    const asked = request({ port, host: '127.0.0.1', path, headers }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('end', () =>
        resolve({
          status: answer.statusCode,
          caching: answer.headers['cache-control'],
          headers: answer.headers,
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

it('sends the compressed file that the build left, in the best coding that the client accepts', async () => {
  await using files = await givenFiles('web')
  const script = { status: 200, type: 'text/javascript; charset=utf-8' }

  expect(await files.getAccepting('/assets/big-abc123.js', 'gzip, deflate, br')).toEqual({
    ...script,
    coding: 'br',
    vary: 'Accept-Encoding',
    body: 'brotli',
  })
  expect(await files.getAccepting('/assets/big-abc123.js', 'gzip, br;q=0')).toMatchObject({
    coding: 'gzip',
    body: 'gzip',
  })
  expect(await files.getAccepting('/assets/big-abc123.js', '')).toEqual({ ...script, body: 'much code' })
  expect(await files.getAccepting('/assets/index-abc123.js', 'br')).toEqual({ ...script, body: 'code' })
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
