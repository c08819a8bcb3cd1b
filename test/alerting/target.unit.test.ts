import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import {
  canReceive,
  channels,
  inputOf,
  parseTarget,
  statusOf,
  type DestinationTarget,
} from '../../src/alerting/channels/channels.ts'
import { createSigningSecret } from '../../src/alerting/channels/webhook.ts'
import { DomainError } from '../../src/lib/errors.ts'
import { readRanges } from '../../src/setting-values.ts'

const strict = { outboundAllow: null }
const url = 'https://hooks.example.org/services/T0/B1/abcdefXy9'

const errorOf = (target: DestinationTarget, settings: Parameters<typeof parseTarget>[1] = strict) => {
  try {
    parseTarget(target, settings)
    return null
  } catch (error) {
    return error instanceof DomainError ? [error.code, error.details.field] : error
  }
}

describe('a target', () => {
  it('is divided into what may be shown and what is secret', () => {
    const key = createSigningSecret()

    expect(parseTarget({ webhook: { url, secret: key } }, strict)).toEqual({
      type: 'WEBHOOK',
      config: { shown: 'https://hooks.example.org/…/Xy9', to: [] },
      secret: { url, key },
    })
    for (const name of ['slack', 'teams', 'alertmanager'] as const)
      expect(parseTarget({ [name]: { url } }, strict)).toEqual({
        type: name.toUpperCase(),
        config: { shown: 'https://hooks.example.org/…/Xy9', to: [] },
        secret: { url, key: null },
      })
    expect(parseTarget({ email: { to: [' a@example.org', 'b@example.org', 'a@example.org'] } }, strict)).toEqual({
      type: 'EMAIL',
      config: { shown: 'a@example.org, b@example.org', to: ['a@example.org', 'b@example.org'] },
      secret: null,
    })
    expect(parseTarget({ pagerduty: { routingKey: 'R0123456789abcdef' } }, strict)).toEqual({
      type: 'PAGERDUTY',
      config: { shown: 'PagerDuty …def', to: [] },
      secret: { url: null, key: 'R0123456789abcdef' },
    })
  })

  it('gets a new signing secret where it has none', () => {
    const secrets = [1, 2].map(() => parseTarget({ webhook: { url } }, strict).secret?.key)

    expect(secrets[0]).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    expect(secrets[1]).not.toBe(secrets[0])
  })

  it('shows at most three characters of its path and query', () => {
    const path = fc.string({ unit: fc.constantFrom(...'abcXYZ019-_/'), minLength: 1, maxLength: 60 })
    fc.assert(
      fc.property(path, path, (first, second) => {
        const { config } = parseTarget({ slack: { url: `https://hooks.example.org/${first}?${second}` } }, strict)
        expect(config.shown).toMatch(/^https:\/\/hooks\.example\.org\/…(\/.{3})?$/u)
      }),
    )
    expect(parseTarget({ slack: { url: 'https://hooks.example.org' } }, strict).config.shown).toBe(
      'https://hooks.example.org',
    )
    expect(parseTarget({ slack: { url: 'https://hooks.example.org:8443/abc' } }, strict).config.shown).toBe(
      'https://hooks.example.org:8443/…',
    )
  })

  it.each<[DestinationTarget, string]>([
    [{}, 'target'],
    [{ slack: null }, 'target'],
    [{ slack: { url: 'hooks.example.org' } }, 'url'],
    [{ slack: { url: 'http://hooks.example.org/x' } }, 'url'],
    [{ slack: { url: 'ftp://hooks.example.org/x' } }, 'url'],
    [{ slack: { url: 'https://user@hooks.example.org/x' } }, 'url'],
    [{ slack: { url: 'https://hooks.example.org/x#y' } }, 'url'],
    [{ slack: { url: `https://hooks.example.org/${'x'.repeat(2_000)}` } }, 'url'],
    [{ webhook: { url: 'https://127.0.0.1/x' } }, 'url'],
    [{ webhook: { url: 'https://[::1]/x' } }, 'url'],
    [{ webhook: { url: 'https://2130706433/x' } }, 'url'],
    [{ webhook: { url, secret: 'short' } }, 'secret'],
    [{ webhook: { url, secret: `whsec_${'a'.repeat(31)}` } }, 'secret'],
    [{ webhook: { url, secret: `whsec_${'a'.repeat(88)}` } }, 'secret'],
    [{ email: { to: [] } }, 'to'],
    [{ email: { to: Array.from({ length: 21 }, (_, index) => `a${index}@example.org`) } }, 'to'],
    [{ email: { to: ['a@example.org, b@example.org'] } }, 'to'],
    [{ email: { to: ['a@example.org\r\nBcc: b@example.org'] } }, 'to'],
    [{ email: { to: ['Ana <a@example.org>'] } }, 'to'],
    [{ pagerduty: { routingKey: 'key' } }, 'routingKey'],
  ])('%j is refused with the field that is wrong', (target, field) => {
    expect(errorOf(target)).toEqual(['INVALID_INPUT', field])
  })

  it('may be plain http or a private address where OUTBOUND_ALLOW is set and names it', () => {
    const settings = { outboundAllow: readRanges('10.0.0.0/8') }

    expect(errorOf({ webhook: { url: 'http://10.1.2.3/x' } }, settings)).toBeNull()
    expect(errorOf({ webhook: { url: 'http://intranet.example.org/x' } }, settings)).toBeNull()
    expect(errorOf({ webhook: { url: 'http://127.0.0.1/x' } }, settings)).toEqual(['INVALID_INPUT', 'url'])
  })
})

it.each(channels)('the target of $type has the fields of $inputType in the schema', ({ type, inputType, fields }) => {
  expect(inputFields('DestinationTargetInput')).toContainEqual([inputOf(type), inputType])
  expect(inputFields(inputType)).toEqual(
    Object.entries(fields).map(([name, { maxItems, form }]) => {
      const named = maxItems === undefined ? 'String' : '[String!]'
      return [name, form ? `${named}!` : named]
    }),
  )
})

/** The fields of an input type with the type of each. */
function inputFields(name: string) {
  const schema = readFileSync(new URL('../../schema/alerting.graphql', import.meta.url), 'utf8')
  const [input = ''] = new RegExp(`^input ${name} .*?^\\}`, 'msu').exec(schema) ?? []
  return [...input.matchAll(/^ {2}(\w+): (.+)$/gmu)].map(([, field, type]) => [field, type])
}

it('the types that the settings do not allow say why', () => {
  const smtp = { url: 'smtp://mail.example.org', from: 'vigia@example.org' }
  const statuses = (settings: Parameters<typeof statusOf>[1]) => channels.map(({ type }) => statusOf(type, settings))
  const without = statuses({ smtp: null, hasSecretsKey: false })

  expect(statuses({ smtp, hasSecretsKey: true }).every(({ available, reason }) => available && reason === null)).toBe(
    true,
  )
  expect(without.map(({ type, available }) => [type, available])).toEqual(
    ['WEBHOOK', 'EMAIL', 'SLACK', 'TEAMS', 'ALERTMANAGER', 'PAGERDUTY'].map((type) => [type, false]),
  )
  expect(without.map(({ reason }) => reason?.code)).toEqual(
    ['SECRETS_KEY', 'SMTP', 'SECRETS_KEY', 'SECRETS_KEY', 'SECRETS_KEY', 'SECRETS_KEY'].map(
      (name) => `${name}_NOT_SET`,
    ),
  )
})

it('every type of destination takes incidents and tests, and only those for people and programs take the rest', () => {
  const types = channels.map(({ type }) => type)
  const without = (kind: Parameters<typeof canReceive>[1]) => types.filter((type) => !canReceive(type, kind))

  expect([without('INCIDENTS'), without('TEST')]).toEqual([[], []])
  expect([without('DIGEST'), without('EVENT')]).toEqual([
    ['ALERTMANAGER', 'PAGERDUTY'],
    ['ALERTMANAGER', 'PAGERDUTY'],
  ])
})
