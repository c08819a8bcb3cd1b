import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import express, { Router } from 'express'
import { z } from 'zod'
import { operations } from '../../src/http/all-routes.ts'
import { operation } from '../../src/http/routing/define-route.ts'
import type { Deps } from '../../src/http/deps.ts'
import { mountRoutes } from '../../src/http/routing/mount-routes.ts'
import { openApiDocument } from '../../src/http/openapi/document.ts'
import { errorHandler } from '../../src/http/middleware/middleware.ts'
import { DomainError } from '../../src/lib/errors.ts'
import { problemExplanations } from '../../src/request/problem-document.ts'
import { givenGateway, type GivenGateway, type Json } from '../support/gateway.ts'

let gateway: GivenGateway
beforeAll(async () => {
  gateway = await givenGateway()
})
afterAll(() => gateway[Symbol.asyncDispose]())

const put = (path: string, body: Json) =>
  fetch(`${gateway.url}/ingest/v1/${path}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${gateway.ingestToken}` },
    body: JSON.stringify(body),
  })

describe('the type of a problem', () => {
  it('links to the explanation of its code', async () => {
    const answer = await gateway.get('/api/admin/libraries/none/')
    const { type } = (await answer.json()) as Json
    const address = new URL(type as string, answer.url)
    const page = await fetch(address)

    expect(address.hash).toBe('#NOT_FOUND')
    expect(page.status).toBe(200)
    expect(page.headers.get('content-type')).toContain('text/html')
    const ids = [...(await page.text()).matchAll(/id="([A-Z_]+)"/g)].map(([, id]) => id)
    expect(ids).toEqual(Object.keys(problemExplanations))
  })

  it('links to the only page there: paths below it do not exist', async () => {
    expect((await fetch(`${gateway.url}/api/problems/NOT_FOUND`)).status).toBe(404)
    expect((await fetch(`${gateway.url}/api/problems`, { method: 'POST' })).status).toBe(404)
  })
})

it('a response with an ETag is cached by the browser alone, with revalidation', async () => {
  const first = await gateway.get('/api/admin/notifications/')
  const etag = first.headers.get('etag') ?? ''
  const second = await gateway.get('/api/admin/notifications/', { 'if-none-match': etag })

  expect([first.status, second.status]).toEqual([200, 304])
  for (const { headers } of [first, second]) expect(headers.get('cache-control')).toBe('private, no-cache')
  expect((await gateway.get('/api/admin/libraries/')).headers.get('cache-control')).toBe('no-store')
})

describe('a page of a list', () => {
  it('links to the next one with the same filters, until the last', async () => {
    const found: string[] = []
    let next: string | undefined = '/api/admin/customers/?limit=1&q=ej%2D&locked=false'
    while (next !== undefined && found.length < 20) {
      const answer = await gateway.get(next)
      const { items, nextCursor } = (await answer.json()) as Json
      found.push(...(items as Json[]).map(({ id }) => id as string))
      const link = answer.headers.get('link')
      expect(link === null).toBe(nextCursor === null)
      next = /^<(.+)>; rel="next"$/.exec(link ?? '')?.[1]
    }

    const { items } = (await (await gateway.get('/api/admin/customers/?q=ej-&locked=false')).json()) as Json
    expect(found.length).toBeGreaterThan(1)
    expect(found).toEqual(items.map(({ id }: Json) => id))
  })
})

describe('a record that the platform sends', () => {
  const older = { name: 'Antes', updatedAt: '2026-01-01T00:00:00Z' }
  const newer = { name: 'Ahora', updatedAt: '2026-02-01T00:00:00Z' }

  it.each([
    ['libraries/applied-1', {}],
    ['customers/applied-1', { email: 'a@example.org' }],
    ['suppliers/LIB00055', {}],
  ])('is answered with whether it was applied, in Vigia-Applied: %s', async (path, rest) => {
    const answers = [
      await put(path, { ...newer, ...rest }),
      await put(path, { ...newer, ...rest }),
      await put(path, { ...older, ...rest }),
    ]

    expect(answers.map(({ status }) => status)).toEqual([201, 200, 200])
    expect(answers.map(({ headers }) => headers.get('vigia-applied'))).toEqual(['true', 'true', 'false'])
    expect(await answers[2]?.json()).toMatchObject({ name: 'Ahora' })
  })

  it('of an integration is always applied, for it has no time', async () => {
    expect((await put('integrations/applied-1', { name: 'Pasarela' })).headers.get('vigia-applied')).toBe('true')
  })
})

describe('a deprecated route', () => {
  const deprecated = { since: '2026-11-22', sunset: '2027-03-01' }
  const routes = [
    operation(
      {
        method: 'GET',
        path: '/old/:id',
        operationId: 'readOld',
        tag: 'Supervision',
        summary: 'Old',
        description: 'The old one.',
        access: 'anybody',
        params: z.object({ id: z.string().describe('Which.') }),
        deprecated,
        answers: { 200: { description: 'It.', schema: z.object({}).meta({ id: 'Old', description: 'It.' }) } },
      },
      ({ params: { id } }) =>
        id === 'none'
          ? Promise.reject(new DomainError('NOT_FOUND', { code: 'TEXT', parameters: { text: 'There is none.' } }))
          : Promise.resolve({}),
    ),
  ]

  it('announces its deprecation and removal in each response', async () => {
    const deps = { clientAddress: () => '127.0.0.1', clock: gateway.clock } as unknown as Deps
    const server = createServer(
      express()
        .use(mountRoutes(Router(), routes, deps))
        .use(errorHandler),
    ).listen(0)
    await once(server, 'listening')
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    try {
      for (const [id, status] of [
        ['one', 200],
        ['none', 404],
      ] as const) {
        const answer = await fetch(`${url}/old/${id}`)

        expect(answer.status).toBe(status)
        expect(answer.headers.get('deprecation')).toBe('@1795305600')
        expect(answer.headers.get('sunset')).toBe('Mon, 01 Mar 2027 00:00:00 GMT')
      }
    } finally {
      server.close()
      server.closeAllConnections()
    }
  })

  it('is marked in the OpenAPI document', () => {
    const { paths } = openApiDocument(routes, { version: '1', cookie: 'c' })

    expect(paths['/old/{id}']?.['get']).toMatchObject({
      deprecated: true,
      description: 'The old one. Deprecated since 2026-11-22; it will be removed on 2027-03-01.',
      responses: { 200: { headers: { Deprecation: expect.anything(), Sunset: expect.anything() } } },
    })
  })

  it('is removed 90 days later at the earliest', () => {
    for (const { deprecated } of operations)
      if (deprecated)
        expect(Date.parse(deprecated.sunset) - Date.parse(deprecated.since)).toBeGreaterThanOrEqual(90 * 86_400_000)
  })
})

it('the OpenAPI document describes the headers Link and Vigia-Applied', () => {
  const { paths } = openApiDocument(operations, { version: '1', cookie: 'c' })
  const headersOf = (path: string, method: string, status: number) =>
    Object.keys(paths[path]?.[method]?.responses[status]?.headers ?? {})

  expect(headersOf('/api/admin/incidents/', 'get', 200)).toEqual(['Link'])
  expect(headersOf('/api/admin/endpoints/', 'get', 200)).toEqual(['Link'])
  expect(headersOf('/api/admin/incidents/{id}/', 'get', 200)).toEqual([])
  expect(headersOf('/ingest/v1/libraries/{code}', 'put', 200)).toEqual(['Vigia-Applied'])
})
