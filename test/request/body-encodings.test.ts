import { gzipSync } from 'node:zlib'
import { operations } from '../../src/http/all-routes.ts'
import type { RouteDefinition } from '../../src/http/routing/define-route.ts'
import { bodyParserFor } from '../../src/http/routing/mount-routes.ts'
import { givenGateway, type GivenGateway } from '../support/gateway.ts'

let gateway: GivenGateway
beforeAll(async () => {
  gateway = await givenGateway()
})
afterAll(() => gateway[Symbol.asyncDispose]())

/** The media types of bodies that a route refuses if it cannot read them. */
function readTypes(operation: RouteDefinition) {
  const parser = bodyParserFor(operation)
  return !parser || parser.ignoresOthers ? [] : parser.types
}

/** Every route with a body, by each media type that it reads; ids in its path are unknown. */
const bodies = [
  // Not the sign-out, which takes any object and ends the session.
  ...operations
    .filter(({ path }) => path !== '/auth/logout')
    .flatMap((operation) =>
      readTypes(operation).map((type) => ({
        method: operation.method,
        path: operation.path.replace(/(?<=\/):\w+/g, 'nobody'),
        type,
      })),
    ),
  { method: 'POST', path: '/graphql', type: 'application/json' },
]
const named = (some: typeof bodies) =>
  some.map(({ method, path, type }): [string, string, string] => [method, path, type])
const isJson = ({ type }: { type: string }) => type === 'application/json'

async function send([method, path]: [string, string], headers: Record<string, string>, body: BodyInit) {
  const sent = new Headers(headers)
  if (path.startsWith('/ingest/')) sent.set('authorization', `Bearer ${gateway.ingestToken}`)
  else sent.set('cookie', gateway.cookie)
  const answer = await fetch(gateway.url + path, { method, headers: sent, body })
  return { status: answer.status, text: await answer.text() }
}

// No route has a valid body of this form, so none has an effect.
const unknown = '{"nothing":"ñ"}'

it.each(named(bodies))(
  '%s %s refuses %s in an unknown Content-Encoding with a sentence',
  async (method, path, type) => {
    const { status, text } = await send(
      [method, path],
      { 'content-type': type, 'content-encoding': 'x-unknown' },
      unknown,
    )

    expect(status).toBe(415)
    expect(text).toContain('Content-Encoding')
  },
)

it.each(named(bodies))(
  '%s %s reads %s that is compressed with gzip as if it were not, or refuses it with a sentence',
  async (method, path, type) => {
    const plain = await send([method, path], { 'content-type': type }, unknown)
    const { status, text } = await send(
      [method, path],
      { 'content-type': type, 'content-encoding': 'gzip' },
      gzipSync(unknown),
    )
    const broken = await send([method, path], { 'content-type': type, 'content-encoding': 'gzip' }, unknown)

    if (status === 415) expect(text).toContain('Content-Encoding')
    else expect(status).toBe(plain.status)
    expect([400, 415]).toContain(broken.status)
    expect(broken.text).toContain('Content-Encoding')
  },
)

it.each(named(bodies))('%s %s takes %s with an empty Content-Encoding as one that is not compressed', async (...to) => {
  const [method, path, type] = to
  const plain = await send([method, path], { 'content-type': type }, unknown)

  for (const encoding of ['', 'identity', 'Identity']) {
    const { status } = await send([method, path], { 'content-type': type, 'content-encoding': encoding }, unknown)

    expect(`${encoding} ${status}`).toBe(`${encoding} ${plain.status}`)
  }
})

it.each(named(bodies.filter(isJson)))(
  '%s %s refuses %s in another charset than UTF-8 with a sentence',
  async (method, path, type) => {
    for (const charset of ['utf-16', 'UTF-16LE', '"utf-16"', 'latin1', 'us-ascii']) {
      const { status, text } = await send(
        [method, path],
        { 'content-type': `${type}; charset=${charset}` },
        Buffer.from(unknown, 'utf16le'),
      )

      expect(status).toBe(415)
      expect(text).toContain('UTF-8')
    }
  },
)

it.each(named(bodies.filter(isJson)))(
  '%s %s reads %s in UTF-8, however its charset is written',
  async (method, path, type) => {
    const plain = await send([method, path], { 'content-type': type }, unknown)

    const inUtf8 = ['; charset=utf-8', ';charset="UTF-8"', '; q=1; Charset=utf8', ';', ';charset=', '; charset=""']
    for (const charset of [...inUtf8, '; profile="a; charset=utf-16"']) {
      const { status } = await send([method, path], { 'content-type': type + charset }, unknown)

      expect(`${charset} ${status}`).toBe(`${charset} ${plain.status}`)
    }
  },
)
