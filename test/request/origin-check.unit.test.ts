import { isCrossOrigin } from '../../src/request/origin-check.ts'

it.each([
  ['no origin at all', undefined, 'localhost:4000', null, false],
  ['the host that was asked', 'http://localhost:4000', 'localhost:4000', null, false],
  ['the same behind TLS', 'https://admin.example.org', 'admin.example.org', null, false],
  ['the default port said by one of them', 'http://admin.example.org', 'admin.example.org:80', null, false],
  ['another port', 'http://localhost:4001', 'localhost:4000', null, true],
  ['another host', 'https://elsewhere.example', 'localhost:4000', null, true],
  ['a host that begins alike', 'http://localhost.example:4000', 'localhost:4000', null, true],
  ['a page without an origin', 'null', 'localhost:4000', null, true],
  ['something that is no origin', 'localhost:4000', 'localhost:4000', null, true],
  ['an origin, where no host was told', 'http://localhost:4000', undefined, null, true],
  ['the public origin', 'https://admin.example.org', 'inside:4000', 'https://admin.example.org', false],
  ['the public origin without TLS', 'http://admin.example.org', 'inside:4000', 'https://admin.example.org', true],
  [
    'the inner host, where a public origin is set',
    'http://inside:4000',
    'inside:4000',
    'https://admin.example.org',
    true,
  ],
])('judges %s', (_what, origin, host, publicOrigin, expected) => {
  expect(isCrossOrigin({ origin, host }, publicOrigin)).toBe(expected)
})
