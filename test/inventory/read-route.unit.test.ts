import fc from 'fast-check'
import { createEndpointMatcher } from '../../src/inventory/endpoint-matcher.ts'
import { findRoute, toRoute } from '../../src/inventory/find-route.ts'
import { pathOfRequest, readRoute, requestPattern, spellRoute } from '../../src/inventory/read-route.ts'
import { render } from '../../src/messages/sentences.ts'
import { casesOf } from '../support/extent.ts'

type Segment = { text: string } | { name: string }

const text = fc.stringMatching(/^[a-z][a-z\d_-]{0,6}$/)
const plainName = fc.oneof(
  fc.stringMatching(/^[a-z][a-z\d_]{0,6}$/),
  fc.constantFrom('código', 'año', 'Sid', 'isbn13', 'señal'),
)
const anyName = fc.oneof(plainName, fc.constantFrom('order-id', 'book.id', 'a-b.c'))
const segment = (name: fc.Arbitrary<string>) =>
  fc.oneof<fc.Arbitrary<Segment>[]>(fc.record({ text }), fc.record({ name }))
const route = (name = anyName) => fc.array(segment(name), { minLength: 1, maxLength: 4 })

/** How a framework writes a route, of which the parameters are written by `parameter`. */
type Syntax = { parameter: (name: string) => string; frame?: (path: string) => string; isPlain?: true }

const braces = (after: string) => (name: string) => `{${name}${after}}`
const colon = (after: string) => (name: string) => `:${name}${after}`
const closed = (path: string) => `^${path.slice(1)}/$`

const syntaxes: Record<string, Syntax> = {
  inventory: { parameter: colon(''), isPlain: true },
  'OpenAPI, FastAPI, Spring': { parameter: braces('') },
  'Express with a constraint': { parameter: colon(String.raw`(\d+)`), isPlain: true },
  'a class of characters with odd ones': { parameter: colon(String.raw`([^<({/?#\]]+)`), isPlain: true },
  'a class in braces': { parameter: braces(':[^}/(<?]+') },
  'a class of Django': { parameter: (name) => `(?P<p_${name.replace(/\W/gu, '')}>[^{(/?]+)`, frame: closed },
  'Hono with an expression': { parameter: colon('{[0-9]{2,}}'), isPlain: true },
  'a type after the name': { parameter: colon('<int>'), isPlain: true },
  'an expression in angle brackets': { parameter: (name) => `<regex("[a-z]{2}:[<]+"):${name}>`, isPlain: true },
  'an expression after the name': { parameter: (name) => String.raw`<${name}:\d+>`, isPlain: true },
  'a number of segments': { parameter: braces('*2') },
  'a default': { parameter: braces('?1') },
  'an optional parameter of Express': { parameter: colon('?'), isPlain: true },
  'a parameter of several segments of FastAPI': { parameter: braces(':path') },
  'ASP.NET with a constraint': { parameter: braces(':int'), frame: (path) => path.slice(1) },
  'an optional parameter of ASP.NET': { parameter: braces('?') },
  'the rest in ASP.NET': { parameter: (name) => `{*${name}}` },
  'a regular expression in braces': { parameter: braces(':[0-9]{4}/?') },
  'Flask and Django': { parameter: (name) => `<int:${name}>`, isPlain: true },
  'Django without a converter': { parameter: (name) => `<${name}>`, frame: (path) => path.slice(1), isPlain: true },
  'Next.js': { parameter: (name) => `[${name.replaceAll('.', '-')}]` },
  'an expression of Django': { parameter: (name) => `(?P<p_${name.replace(/\W/gu, '')}>[^/.]+)`, frame: closed },
  'an expression without names': { parameter: () => '([0-9]+)', frame: closed },
  'a pattern of Go': { parameter: braces(''), frame: (path) => `GET ${path}` },
  'a pattern of Go with a host': { parameter: braces(''), frame: (path) => `GET shop.example.org${path}/{$}` },
  'the rest in Go': { parameter: braces('...'), frame: (path) => `GET ${path}` },
  'Rails with a format': { parameter: colon(''), frame: (path) => `${path}(.:format)`, isPlain: true },
  'an optional final slash': { parameter: braces(''), frame: (path) => `${path}/?` },
  'a query string': { parameter: braces(''), frame: (path) => `${path}?q=Alice/{x}` },
  'a URL': { parameter: braces(''), frame: (path) => `https://u:p@shop.example.org:8443${path}#top` },
}

const write = (segments: readonly Segment[], { parameter, frame = (path) => path }: Syntax) =>
  frame(segments.map((one) => `/${'text' in one ? one.text : parameter(one.name)}`).join(''))

const inventoryPath = (segments: readonly Segment[]) =>
  `${segments.map((one) => `/${'text' in one ? one.text : `:${one.name}`}`).join('')}/`

const problemOf = (route: string) => {
  const read = readRoute(route)
  return 'problem' in read ? render(read.problem, 'en') : null
}

const patternOf = (path: string) => requestPattern({ method: 'GET', path })

it.each(Object.keys(syntaxes))('a route of any segments, written as %s, is the same in the inventory', (title) => {
  const syntax = syntaxes[title] ?? { parameter: colon('') }
  fc.assert(
    fc.property(route(syntax.isPlain ? plainName : anyName), (segments) => {
      const read = readRoute(write(segments, syntax))
      expect('value' in read && patternOf(read.value)).toBe(patternOf(inventoryPath(segments)))
    }),
    { numRuns: casesOf(30, 1_000) },
  )
})

it('a service names its endpoints in any syntax: each is found, and never another one', () => {
  const syntax = fc.constantFrom(...Object.values(syntaxes))
  fc.assert(
    fc.property(
      fc.array(route(plainName), { minLength: 1, maxLength: 8 }),
      route(plainName),
      syntax,
      (known, sent, by) => {
        const paths = new Map(known.map((segments) => [patternOf(inventoryPath(segments)), inventoryPath(segments)]))
        const entries = [...paths.values()].map((path) => ({ id: `GET ${path}`, method: 'GET', path }))
        const match = createEndpointMatcher(entries)
        for (const segments of [...known, sent]) {
          const read = readRoute(write(segments, by))
          if ('problem' in read) throw new Error(render(read.problem, 'en'))
          const expected = paths.get(patternOf(inventoryPath(segments)))
          expect(findRoute(match, { method: 'GET', path: read.value })?.path).toBe(expected)
        }
      },
    ),
    { numRuns: casesOf(100, 3_000) },
  )
})

it('a segment of which only a part is a parameter is read in no syntax', () => {
  const bracketed = fc.constantFrom('{id}', '{id:int}', '<id>', '<int:id>', '(?P<id>[0-9]+)', '[id]', '{rest...}')
  const parameter = fc.oneof(bracketed, fc.constantFrom(':id', ':código', String.raw`:id(\d+)`))
  const between = fc.constantFrom('-', '.', '.pdf', ':cancel', '~')
  const more = fc.array(fc.tuple(between, parameter), { maxLength: 2 }).map((parts) => parts.flat().join(''))
  const partial = fc.oneof(
    fc.tuple(parameter, between, more).map((parts) => parts.join('')),
    fc.tuple(parameter, between, parameter, more).map((parts) => parts.join('')),
    fc.tuple(fc.constantFrom('v', 'x-', '.'), bracketed, more).map((parts) => parts.join('')),
    fc.tuple(bracketed, bracketed).map((parts) => parts.join('')),
  )
  fc.assert(
    fc.property(partial, (written) => {
      expect([written, problemOf(`/api/admin/x/${written}/y`)]).toEqual([written, expect.any(String)])
    }),
    { numRuns: casesOf(300, 5_000) },
  )
})

it('a route of which a part with a slash is optional is read in no syntax, and what is cut of it is no endpoint', () => {
  const whole = fc.constantFrom('', 'x', ':id', '{id}', String.raw`(\d+)`)
  const inner = fc.constantFrom('/edit', ':tab/', '/:tab', String.raw`\d+/`, 'page-(?P<n>[0-9]+)/', String.raw`v\d+\/`)
  const start = fc.constantFrom('(', '(?:')
  const end = fc.constantFrom(')?', ')')
  const after = fc.constantFrom('', '/', '$', 'lines/$', '/lines', '(.:format)', String.raw`(?P<pk>\d+)/$`)
  const syntax = fc.constantFrom('^api/admin/a/', '/api/admin/a/', 'api/admin/^a/')
  fc.assert(
    fc.property(syntax, whole, fc.tuple(start, inner, end), after, (begin, before, group, rest) => {
      const written = begin + before + group.join('') + rest
      expect([written, problemOf(written)]).toEqual([written, expect.any(String)])
      const paths = ['', ':x/', 'lines/', ':x/lines/', 'x/', ':x/:y/'].map((path) => `/api/admin/a/${path}`)
      const match = createEndpointMatcher(paths.map((path) => ({ id: `GET ${path}`, method: 'GET', path })))
      for (const target of [written, `GET ${written}`])
        expect([target, findRoute(match, toRoute('GET', target))]).toEqual([target, undefined])
    }),
    { numRuns: casesOf(300, 5_000) },
  )
})

it.each([
  '^api/admin/orders?/$',
  '^api/admin/orders/?lines/$',
  '/api/admin/a/Books(s)?',
  '/api/admin/a/:id(abc',
  '/api/admin/a/:id{/:sub}',
])('the route %s could be several, so it is none', (written) => {
  expect(problemOf(written)).toEqual(expect.any(String))
})

it.each([
  ['/api/admin/books/{id}', '/api/admin/books/:id/'],
  ['/api/admin/books/{order-id}', '/api/admin/books/:order-id/'],
  ['/api/admin/libros/{código}', '/api/admin/libros/:código/'],
  ['/api/admin/books/{order id}', '/api/admin/books/:order_id/'],
  ['api/admin/^books/(?P<pk>[^/.]+)/$', '/api/admin/books/:pk/'],
  [String.raw`^api\/admin\/feed\.json$`, '/api/admin/feed.json/'],
  ['/api/admin/orders:batch', '/api/admin/orders:batch/'],
  ['/api/admin/Books(1)', '/api/admin/Books(1)/'],
  ['/', '/'],
  ['', '/'],
])('the route %s is %s in the inventory', (written, path) => {
  expect(readRoute(written)).toEqual({ value: path })
})

it.each([
  ['/api/admin/*', 'takes any path'],
  ['/api/admin/a//b', 'has an empty segment'],
  ['/api/admin/ñ', 'percent-encode it'],
  ['/api/admin/..', 'percent-encode it'],
  ['/api/admin/{}', 'only a part of the segment'],
  ['/api/admin/{id', 'only a part of the segment'],
  ['/api/admin/orders(/:id)', 'only a part of the segment'],
  [`/api/admin/${'a'.repeat(300)}`, 'more than 300 characters'],
])('the route %s is a problem: %s', (written, problem) => {
  expect(problemOf(written)).toContain(problem)
})

it('nothing of a query string is left of a path or of a route, wherever it begins', () => {
  const secret = fc.stringMatching(/^[\w=&/:{}%?# -]{1,12}$/).map((rest) => `SECRET${rest}`)
  const mark = fc.constantFrom('?', '#', '/?', '/#', '?$filter=', '/?$')
  const written = fc
    .tuple(route(plainName), fc.constantFrom(...Object.values(syntaxes).filter(({ frame }) => !frame)))
    .map(([segments, syntax]) => write(segments, syntax))
  fc.assert(
    fc.property(written, mark, secret, (path, by, rest) =>
      expect(spellRoute(path + by + rest)).not.toContain('SECRET'),
    ),
    { numRuns: casesOf(200, 5_000) },
  )
  fc.assert(
    fc.property(route(plainName), mark, secret, (segments, by, rest) => {
      const target = inventoryPath(segments).slice(0, -1) + by + rest
      expect(pathOfRequest(target)).not.toContain('SECRET')
      expect(spellRoute(target)).not.toContain('SECRET')
      expect(pathOfRequest(`https://shop.example.org${target}`)).toBe(pathOfRequest(target))
    }),
    { numRuns: casesOf(200, 5_000) },
  )
})

it('a route of any length is cut before it is read, so that it takes no time', () => {
  const parts = ['(.)?', ':a?(.)', '/)?', '/:', '[', String.raw`\/`, '/^', '{', 'a?/', '(?']
  for (const part of parts) {
    const written = `/api/admin/x${part.repeat(200_000)}`
    expect(problemOf(written)).toContain('more than 300 characters')
    expect(spellRoute(written).length).toBeLessThan(2_100)
  }
})
