import fc from 'fast-check'
import { stat } from 'node:fs/promises'
import { readConfig } from '../src/config.ts'
import { givenDirectory, startVigia } from './support/process.ts'

const proxySentence = /^Wrong settings: TRUST_PROXY must be a number of proxies .*\.$/

describe('TRUST_PROXY', () => {
  it.each([
    ['1', 1],
    ['0', 0],
    ['99', 99],
    ['loopback', 'loopback'],
    ['10.0.0.1', '10.0.0.1'],
    ['10.0.0.1, 10.0.0.2', '10.0.0.1,10.0.0.2'],
    [' 10.0.0.1 ', '10.0.0.1'],
    ['10.0.0.0/8', '10.0.0.0/8'],
    ['10.0.0.0/255.0.0.0', '10.0.0.0/255.0.0.0'],
    ['::1', '::1'],
    ['2001:db8::/32', '2001:db8::/32'],
    ['loopback, 10.0.0.0/8', 'loopback,10.0.0.0/8'],
    ['linklocal,uniquelocal', 'linklocal,uniquelocal'],
  ])('takes %s', (text, expected) => {
    expect(readConfig({ TRUST_PROXY: text }).trustProxy).toBe(expected)
  })

  it.each([
    ...['999.1.1.1', '10.0.0.0/33', '::1/129', '10.0.0.1,', ',', '10.0.0.1;10.0.0.2', '10.0.0.0/-1', '10.0.0.0/'],
    ...['100', '-1', '1.5', 'true', 'everybody', 'loopback,nobody', '10.0.0.1/abc', '1,2,x', ':::', '2001:db8::g'],
  ])('refuses %s in a sentence', (text) => {
    expect(() => readConfig({ TRUST_PROXY: text })).toThrow(proxySentence)
  })

  it('is either refused in a sentence or taken, whatever the text', () => {
    const part = fc.oneof(
      fc.ipV4(),
      fc.ipV6(),
      fc.ipV4Extended(),
      fc.constantFrom('loopback', '', '/', ' '),
      fc.string(),
    )
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 3 }), (parts) => {
        const text = parts.join(',')
        try {
          expect(['string', 'number', 'object']).toContain(typeof readConfig({ TRUST_PROXY: text }).trustProxy)
        } catch (error) {
          expect((error as Error).message.replaceAll('\n', ' ')).toMatch(proxySentence)
        }
      }),
    )
  })
})

describe('DATABASE_URL', () => {
  it.each([
    'postgresql://postgres@127.0.0.1:5432/postgres',
    'postgres://vigia:p%40ss@db.example.org/vigia?sslmode=require',
    'postgresql:///vigia?host=/var/run/postgresql',
    'postgresql://[::1]:5433/vigia',
  ])('takes %s', (url) => {
    expect(readConfig({ DATABASE_URL: url }).databaseUrl).toBe(url)
  })

  it.each([
    'mysql://nowhere',
    'localhost:5432',
    'postgresql://h o/x',
    'postgresql://postgres@127.0.0.1:70000/x',
    'postgresql://postgres@127.0.0.1/x?port=abc',
    'postgresql://postgres@127.0.0.1/x?port=99999',
    'postgresql://postgres:a-secret%FF@127.0.0.1/x',
    'postgresql://postgres:a-secret@127.0.0.1/x%FF',
    'postgresql://postgres:a-secret@127.0.0.1/x?sslmode=verify-full&sslrootcert=/no/such/file',
  ])('refuses %s in a sentence without its password', (url) => {
    const read = () => readConfig({ DATABASE_URL: url })

    expect(read).toThrow(/^Wrong settings: DATABASE_URL must be a URL like [^\n]*\.$/)
    expect(read).not.toThrow(/a-secret/)
  })
})

describe('HOST', () => {
  it.each(['127.0.0.1', '0.0.0.0', '::', '::1', 'localhost', 'Vigia.example.org', 'my_host'])('takes %s', (host) => {
    expect(readConfig({ HOST: host }).host).toBe(host)
  })

  it.each(['999.1.1.1', '1.2.3', 'a b', '127.0.0.1:80', 'http://localhost', 'host/path', '[::1]', 'user@host'])(
    'refuses %s',
    (host) => {
      expect(() => readConfig({ HOST: host })).toThrow(/^Wrong settings: HOST must be an address or a name [^\n]*\.$/)
    },
  )
})

it.each([
  ['PORT', ' ', /PORT must be a whole number from 0 to 65535/],
  ['PORT', '0x10', /PORT must be a whole number/],
  ['PORT', '4000.5', /PORT must be a whole number/],
  ['PORT', '65536', /PORT must be at most 65535/],
  ['SESSION_IDLE_MINUTES', '0', /SESSION_IDLE_MINUTES must be at least 1/],
  ['PUBLIC_ORIGIN', 'ftp://admin.example.org', /PUBLIC_ORIGIN must be an origin/],
  ['PUBLIC_ORIGIN', 'https://admin.example.org/', /PUBLIC_ORIGIN must be an origin/],
  ['LOG_LEVEL', 'loud', /LOG_LEVEL must be one of/],
  ['ADMIN_PASSWORD', 'short', /ADMIN_PASSWORD must have at least 8/],
])('refuses %s=%s', (name, value, sentence) => {
  expect(() => readConfig({ [name]: value })).toThrow(sentence)
})

it('reads the documented defaults where nothing is set, or set to nothing', () => {
  const defaults = readConfig({})

  expect(defaults).toMatchObject({ port: 4000, host: '127.0.0.1', trustProxy: null, databaseUrl: null })
  expect(readConfig({ PORT: '', TRUST_PROXY: '', DATABASE_URL: '' })).toEqual(defaults)
})

it('is told with all other wrong settings, before anything is opened', async () => {
  await using directory = await givenDirectory()
  const dataDir = `${directory.path}/data`
  await using vigia = startVigia({ TRUST_PROXY: '999.1.1.1', HOST: 'a b', PORT: 'often', DATA_DIR: dataDir })

  const ended = await vigia.ended()

  expect(ended).toEqual({
    code: 1,
    signal: null,
    stdout: '',
    stderr: expect.stringMatching(
      /^Vigía cannot start\. Wrong settings: PORT [^\n]* HOST [^\n]* TRUST_PROXY [^\n]*\n$/,
    ),
  })
  await expect(stat(dataDir)).rejects.toMatchObject({ code: 'ENOENT' })
})
