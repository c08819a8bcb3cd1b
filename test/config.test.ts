import fc from 'fast-check'
import { readFileSync } from 'node:fs'
import { stat, writeFile } from 'node:fs/promises'
import { format, resolveConfig } from 'prettier'
import { readConfig } from '../src/config.ts'
import { settings, type Setting } from '../src/settings.ts'
import { givenDirectory, startVigia } from './support/process/process.ts'

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

  it('accepts any text or refuses it in a sentence', () => {
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

const oidc = {
  OIDC_ISSUER: 'https://login.example.org/realms/tienda',
  OIDC_CLIENT_ID: 'vigia',
  OIDC_ROLES: 'lector=*; admin = vigia-admins ;operador=soporte,guardia',
  PUBLIC_ORIGIN: 'https://vigia.example.org',
}

describe('OpenID Connect', () => {
  it('is off if none of its settings is set', () => {
    expect(readConfig({}).oidc).toBeNull()
  })

  it('has defaults for all but four settings, and orders the roles by their permissions', () => {
    expect(readConfig(oidc).oidc).toEqual({
      issuer: 'https://login.example.org/realms/tienda',
      clientId: 'vigia',
      clientSecret: null,
      scopes: 'openid email profile',
      roleClaim: 'roles',
      roles: [
        { role: 'admin', values: ['vigia-admins'] },
        { role: 'operador', values: ['soporte', 'guardia'] },
        { role: 'lector', values: ['*'] },
      ],
      label: 'login.example.org',
    })
  })

  it.each(['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_ROLES', 'PUBLIC_ORIGIN'])('is refused without %s', (name) => {
    expect(() => readConfig({ ...oidc, [name]: '' })).toThrow(
      new RegExp(`^Wrong settings: ${name} must be set, as OIDC_[A-Z_]+ is\\.$`),
    )
  })

  it('is required if local passwords are for emergencies only', () => {
    expect(() => readConfig({ LOCAL_SIGN_IN: 'break-glass' })).toThrow(/OIDC_ISSUER must be set, as LOCAL_SIGN_IN is/)
    expect(readConfig({ ...oidc, LOCAL_SIGN_IN: 'break-glass' }).localSignIn).toBe('break-glass')
  })

  it('names each missing setting beside those that are invalid', () => {
    expect(() => readConfig({ OIDC_SCOPES: 'email', PORT: 'x' })).toThrow(
      /^Wrong settings: PORT .*; OIDC_SCOPES must .*; OIDC_ISSUER must be set.*; OIDC_CLIENT_ID .*; OIDC_ROLES .*; PUBLIC_ORIGIN [^;]*\.$/,
    )
  })

  it.each(['http://127.0.0.1:9000', 'http://localhost', 'http://[::1]:80/realm', 'https://id.example.org'])(
    'takes the issuer %s',
    (issuer) => {
      expect(readConfig({ ...oidc, OIDC_ISSUER: issuer }).oidc).toMatchObject({ issuer })
    },
  )

  it.each([
    ...['http://login.example.org', 'http://127.0.0.1.example.org', 'ftp://localhost', 'login.example.org'],
    ...['https://login.example.org/?a=b', 'https://login.example.org/#a', 'https://ana:clave@login.example.org'],
  ])('refuses the issuer %s', (issuer) => {
    expect(() => readConfig({ ...oidc, OIDC_ISSUER: issuer })).toThrow(/^Wrong settings: OIDC_ISSUER must be a URL/)
  })

  it.each(['admin', 'admin=', 'admin=a;jefe=b', 'admin=a,', 'admin=a;admin=b', 'admin=a;', '=a'])(
    'refuses the roles %s',
    (roles) => {
      expect(() => readConfig({ ...oidc, OIDC_ROLES: roles })).toThrow(/^Wrong settings: OIDC_ROLES must be like/)
    },
  )
})

it.each([
  ['PORT', '40 00', /PORT must be a whole number from 0 to 65535/],
  ['PORT', '0x10', /PORT must be a whole number/],
  ['PORT', '4000.5', /PORT must be a whole number/],
  ['PORT', '65536', /PORT must be at most 65535/],
  ['SESSION_IDLE_MINUTES', '0', /SESSION_IDLE_MINUTES must be at least 1/],
  ['TOKEN_REQUESTS_PER_MINUTE', '0', /TOKEN_REQUESTS_PER_MINUTE must be at least 1/],
  ['PUBLIC_ORIGIN', 'ftp://admin.example.org', /PUBLIC_ORIGIN must be an origin/],
  ['PUBLIC_ORIGIN', 'https://admin.example.org/', /PUBLIC_ORIGIN must be an origin/],
  ['LOG_LEVEL', 'loud', /LOG_LEVEL must be one of/],
  ['ADMIN_EMAIL', 'ana', /ADMIN_EMAIL must be /],
  ['SAMPLE_DATA', 'maybe', /SAMPLE_DATA must be /],
  ['LOCAL_SIGN_IN', 'nobody', /LOCAL_SIGN_IN must be everybody or break-glass/],
  ['ADMIN_PASSWORD', 'short', /ADMIN_PASSWORD must have at least 8/],
  ['INGEST_TOKEN', 'a-token\nof-two-lines', /INGEST_TOKEN must not contain control characters/],
])('the setting %s=%s is refused', (name, value, sentence) => {
  expect(() => readConfig({ [name]: value })).toThrow(sentence)
})

it('unset and empty settings have their documented defaults', () => {
  const defaults = readConfig({})

  expect(defaults).toMatchObject({ port: 4000, host: '127.0.0.1', trustProxy: null, databaseUrl: null })
  expect(readConfig({ PORT: '', TRUST_PROXY: ' ', DATABASE_URL: '\r' })).toEqual(defaults)
})

const everySetting: Record<string, string> = {
  PORT: '4001',
  HOST: 'localhost',
  DATABASE_URL: 'postgresql://vigia@127.0.0.1/vigia',
  DATA_DIR: './elsewhere',
  APP_ENVIRONMENT: 'PRE',
  ADMIN_EMAIL: 'ana@example.org',
  ADMIN_PASSWORD: 'correct horse',
  INGEST_TOKEN: 'token-of-services',
  PUBLIC_ORIGIN: 'https://admin.example.org',
  TRUST_PROXY: 'loopback',
  SESSION_IDLE_MINUTES: '60',
  OIDC_ISSUER: 'https://id.example.org',
  OIDC_CLIENT_ID: 'vigia',
  OIDC_CLIENT_SECRET: 'secret of the client',
  OIDC_SCOPES: 'openid email',
  OIDC_ROLE_CLAIM: 'groups',
  OIDC_ROLES: 'admin=a;lector=*',
  OIDC_LABEL: 'Example',
  LOCAL_SIGN_IN: 'break-glass',
  SAMPLE_DATA: 'false',
  INTROSPECTION: 'off',
  TRUSTED_DOCUMENTS: 'only',
  SOCKETS_PER_OPERATOR: '5',
  TOKEN_REQUESTS_PER_MINUTE: '7',
  SECRETS_KEY: Buffer.alloc(32, 9).toString('base64'),
  OUTBOUND_ALLOW: '10.0.0.0/8',
  SMTP_URL: 'smtps://user:password@mail.example.org',
  SMTP_FROM: 'Vigía <vigia@example.org>',
  PAGERDUTY_URL: 'https://events.eu.pagerduty.com/v2/enqueue',
  HEARTBEAT_URL: 'https://monitor.example.org/ping',
  TRACE_URL: 'https://tempo.example.org/trace/{traceId}',
  SINLI_MAILBOX: 'imaps://user:password@imap.example.org/SINLI',
  LOG_LEVEL: 'warn',
}

it.each(Object.values(settings).map(({ name }) => name))('blanks and line ends around %s do not count', (name) => {
  const value = everySetting[name] ?? fail(`this list has no value of ${name}`)

  for (const text of [`${value}\r`, `${value}\r\n`, ` ${value} `, `\t${value}\u00a0`])
    expect(readConfig({ ...everySetting, [name]: text })).toEqual(readConfig(everySetting))
})

it('docs/settings.md lists every setting with its default and its purpose', async () => {
  const file = new URL('../docs/settings.md', import.meta.url)
  const rows = Object.values<Setting>(settings).map(
    ({ name, fallback, otherwise, purpose }) =>
      `| \`${name}\` | ${fallback === null ? otherwise : `\`${fallback}\``} | ${purpose} |`,
  )
  const text = readFileSync(file, 'utf8')
  const written = text.replace(
    /\| Variable[^]*\n\|.*\n/,
    `| Variable | Default | Purpose |\n|-|-|-|\n${rows.join('\n')}\n`,
  )
  const formatted = await format(written, { ...(await resolveConfig(file.pathname)), parser: 'markdown' })
  // After a change: UPDATE_DOCS=true npx jest test/config.test.ts
  if (process.env['UPDATE_DOCS']) await writeFile(file, formatted)

  expect(readFileSync(file, 'utf8')).toBe(formatted)
})

it('all wrong settings are reported at once, before anything is opened', async () => {
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

const secretsKey = Buffer.alloc(32, 7).toString('base64')

describe('the settings of alerting', () => {
  it('are off if they are not set, and the PagerDuty URL defaults to the one in the US', () => {
    expect(readConfig({})).toMatchObject({
      secretsKey: null,
      outboundAllow: null,
      smtp: null,
      pagerdutyUrl: 'https://events.pagerduty.com/v2/enqueue',
      heartbeatUrl: null,
      traceUrl: null,
    })
  })

  it('are parsed', () => {
    const config = readConfig({
      SECRETS_KEY: secretsKey,
      OUTBOUND_ALLOW: '10.1.0.0/16, 127.0.0.1,fd00::/8',
      SMTP_URL: 'smtps://vigia:a%40b@mail.example.org',
      SMTP_FROM: 'Vigía <vigia@example.org>',
      HEARTBEAT_URL: 'https://monitor.example.org/ping/abc',
      TRACE_URL: 'https://tempo.example.org/trace/{traceId}',
    })

    expect(config.secretsKey).toEqual(Buffer.alloc(32, 7))
    expect(['10.1.2.3', '10.2.0.0', '127.0.0.1', '127.0.0.2'].map((ip) => config.outboundAllow?.check(ip))).toEqual([
      true,
      false,
      true,
      false,
    ])
    expect(config.outboundAllow?.check('fd12::1', 'ipv6')).toBe(true)
    expect(config.smtp).toEqual({ url: 'smtps://vigia:a%40b@mail.example.org', from: 'Vigía <vigia@example.org>' })
    expect(config.traceUrl).toBe('https://tempo.example.org/trace/{traceId}')
    expect(config.heartbeatUrl).toBe('https://monitor.example.org/ping/abc')
  })

  it.each([
    ['SECRETS_KEY', 'short', /^SECRETS_KEY must be 32 bytes in base64, as openssl rand -base64 32 prints them$/],
    ['SECRETS_KEY', secretsKey.slice(1), /^SECRETS_KEY must be 32 bytes/],
    ['SECRETS_KEY', `${secretsKey.slice(0, -2)}-=`, /^SECRETS_KEY must be 32 bytes/],
    ['OUTBOUND_ALLOW', '10.0.0.0/33', /^OUTBOUND_ALLOW must be addresses and ranges like/],
    ['OUTBOUND_ALLOW', '10.0.0.0/-1', /^OUTBOUND_ALLOW must be addresses/],
    ['OUTBOUND_ALLOW', 'intranet.example.org', /^OUTBOUND_ALLOW must be addresses/],
    ['OUTBOUND_ALLOW', '10.0.0.1,', /^OUTBOUND_ALLOW must be addresses/],
    ['HEARTBEAT_URL', 'ftp://monitor.example.org', /^HEARTBEAT_URL must be a URL like/],
    [
      'TRACE_URL',
      'https://tempo.example.org/trace/',
      /^TRACE_URL must be a URL like .*, with \{traceId\} after the host$/,
    ],
    ['TRACE_URL', 'tempo.example.org/{traceId}', /^TRACE_URL must be a URL like/],
    ['TRACE_URL', 'javascript:alert("{traceId}")', /^TRACE_URL must be a URL like/],
    ['TRACE_URL', 'https://{traceId}.example.org/', /^TRACE_URL must be a URL like/],
    ['PAGERDUTY_URL', 'https://user:pass@events.example.org/', /^PAGERDUTY_URL must be a URL like/],
    ['SMTP_URL', 'mail.example.org:25', /^SMTP_URL must be a URL like smtps:/],
    ['SMTP_FROM', 'vigia', /^SMTP_FROM must be an e-mail address, or a name/],
    ['SMTP_FROM', 'a@example.org\r\nBcc: b@example.org', /^SMTP_FROM must be an e-mail address/],
  ])('refuse %s=%j in a sentence', (name, value, sentence) => {
    const other = { SMTP_URL: 'smtp://mail.example.org', SMTP_FROM: 'vigia@example.org' }
    let message = ''
    try {
      readConfig({ ...other, [name]: value })
    } catch (error) {
      message = (error as Error).message
    }

    expect(message.replace(/^Wrong settings: (.*)\.$/s, '$1')).toMatch(sentence)
  })

  it('are all validated at once, and the mail server requires the sender', () => {
    expect(() => readConfig({ SECRETS_KEY: 'x', OUTBOUND_ALLOW: 'x', SMTP_URL: 'smtp://mail.example.org' })).toThrow(
      /^Wrong settings: SECRETS_KEY [^;]*; OUTBOUND_ALLOW [^;]*; SMTP_FROM must be set, as SMTP_URL is\.$/,
    )
    expect(() => readConfig({ SMTP_FROM: 'vigia@example.org' })).toThrow(/SMTP_URL must be set, as SMTP_FROM is\.$/)
  })
})
