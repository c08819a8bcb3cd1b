// cspell:ignore ESERVFAIL
import fc from 'fast-check'
import { checkMx } from '../../src/onboarding/check-mx.ts'
import { requireMove, stagesAfter } from '../../src/onboarding/stages.ts'
import { findingCodes, stepMessage } from '../../src/onboarding/step-text.ts'
import {
  domainOf,
  evaluateSteps,
  manualSteps,
  nextStep,
  stepKeys,
  type OnboardingFacts,
} from '../../src/onboarding/steps.ts'

const at = Date.UTC(2026, 0, 10)
const hours = 3_600_000

/** Facts with which every step is done. */
const complete: OnboardingFacts = {
  name: 'Una',
  city: 'Villaejemplo',
  province: 'Ejemplares',
  email: 'Hola@Example.org',
  mx: { domain: 'example.org', outcome: 'FOUND', hosts: ['mx.example.org'], checkedAt: new Date(at) },
  sinliId: 'LIB00001',
  sinliIdHolder: null,
  pending: 0,
  firstMessage: { id: 'm', at: new Date(at) },
  firstDocument: { id: 'm', at: new Date(at), document: 'ENVIO', version: '08' },
  customers: 2,
  lockedCustomers: 1,
  state: 'OPERATIVO',
  stateSince: new Date(at - 72 * hours),
  hasRecentSamples: true,
  lastIncident: null,
  marks: manualSteps.map((key) => ({ key, at: new Date(at), byId: 'o', waiver: null })),
}

const stepOf = (changes: Partial<OnboardingFacts>, key: (typeof stepKeys)[number]) =>
  evaluateSteps({ ...complete, ...changes }, at).find((step) => step.key === key)

it('with every fact in place all steps are done, and none is next', () => {
  const steps = evaluateSteps(complete, at)

  expect(steps.map(({ key, status }) => [key, status])).toEqual(stepKeys.map((key) => [key, 'DONE']))
  expect(nextStep(steps)).toBeNull()
})

const lacks: [(typeof stepKeys)[number], string, Partial<OnboardingFacts>][] = [
  ['RECORD', 'RECORD_INCOMPLETE', { city: ' ' }],
  ['EMAIL', 'EMAIL_MISSING', { email: null }],
  ['EMAIL', 'EMAIL_INVALID', { email: 'una@localhost' }],
  ['EMAIL', 'MX_NOT_CHECKED', { mx: null }],
  ['EMAIL', 'MX_NOT_CHECKED', { email: 'a@another.example.org' }],
  ...(['NONE', 'NO_DOMAIN', 'TIMED_OUT', 'FAILED'] as const).map((outcome): (typeof lacks)[number] => [
    'EMAIL',
    `MX_${outcome}`,
    { mx: { domain: 'example.org', outcome, hosts: [], checkedAt: new Date(at) } },
  ]),
  ['SINLI_ID', 'SINLI_ID_MISSING', { sinliId: null }],
  ['SINLI_ID', 'SINLI_ID_MALFORMED', { sinliId: 'LIB-0001' }],
  ['SINLI_ID', 'SINLI_ID_TAKEN', { sinliIdHolder: 'Proveedor' }],
  ['PENDING_MESSAGES', 'PENDING_NEEDS_SINLI_ID', { sinliId: null }],
  ['PENDING_MESSAGES', 'PENDING_MESSAGES', { pending: 3 }],
  ['FIRST_MESSAGE', 'NO_MESSAGE', { firstMessage: null }],
  ['FIRST_DOCUMENT', 'NO_DOCUMENT', { firstDocument: null }],
  ['CUSTOMERS', 'NO_CUSTOMERS', { customers: 0 }],
  ['SIGNALS', 'NO_SAMPLES', { hasRecentSamples: false }],
  ['SIGNALS', 'STATE_UNKNOWN', { state: 'DESCONOCIDO' }],
  ['CONTRACT', 'NOT_TICKED', { marks: [] }],
  ['STABLE', 'NOT_OPERATIONAL', { state: 'DEGRADADO' }],
  ['STABLE', 'STABLE_SOON', { stateSince: new Date(at - 72 * hours + 1) }],
  [
    'STABLE',
    'STABLE_SOON',
    { lastIncident: { number: 7, openedAt: new Date(at - 9 * hours), resolvedAt: new Date(at - 8 * hours) } },
  ],
  ['STABLE', 'INCIDENT_OPEN', { lastIncident: { number: 7, openedAt: new Date(at), resolvedAt: null } }],
]

it.each(lacks)('%s is missing with %s', (key, code, changes) => {
  expect(stepOf(changes, key)).toMatchObject({ status: 'MISSING', code })
})

it('every finding has a sentence without gaps, and every sentence is of a finding', () => {
  const found = [...evaluateSteps(complete, at), ...lacks.flatMap(([key, , changes]) => stepOf(changes, key) ?? [])]

  expect(found.filter((step) => /undefined|\[object|, ,|  /u.test(stepMessage(step)))).toEqual([])
  expect([...new Set(found.map(({ code }) => code))].sort()).toEqual(findingCodes().sort())
})

it('a waived step is waived until it is done, and a tick is no waiver', () => {
  const waiver = (key: 'CUSTOMERS' | 'CONTRACT') => ({ key, at: new Date(at), byId: 'o', waiver: 'No need.' })

  expect(stepOf({ customers: 0, marks: [waiver('CUSTOMERS')] }, 'CUSTOMERS')).toMatchObject({ status: 'WAIVED' })
  expect(stepOf({ marks: [waiver('CUSTOMERS')] }, 'CUSTOMERS')).toMatchObject({ status: 'DONE' })
  expect(stepOf({ marks: [waiver('CONTRACT')] }, 'CONTRACT')).toMatchObject({ status: 'WAIVED' })
})

it('a bookshop is never stable while an incident is open or within 72 hours of one, whatever else is so', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 200 }),
      fc.option(fc.integer({ min: 0, max: 200 }), { nil: null }),
      fc.boolean(),
      (stateHours, incidentHours, isOpen) => {
        const ended = incidentHours === null ? null : new Date(at - incidentHours * hours)
        const lastIncident = ended && { number: 1, openedAt: ended, resolvedAt: isOpen ? null : ended }
        const stateSince = new Date(at - stateHours * hours)
        const isQuiet = incidentHours === null || (!isOpen && incidentHours >= 72)
        const status = isQuiet && stateHours >= 72 ? 'DONE' : 'MISSING'
        expect(stepOf({ stateSince, lastIncident }, 'STABLE')?.status).toBe(status)
      },
    ),
    {
      examples: [
        [72, 72, false],
        [72, null, false],
        [200, 71, false],
        [200, 200, true],
      ],
    },
  )
})

it('the domain of an address is found in lower case, and only in an address', () => {
  expect(['Una@Example.ORG ', 'a@b.c.d'].map(domainOf)).toEqual(['example.org', 'b.c.d'])
  expect([null, '', 'una', 'una@', '@example.org', 'a b@example.org', 'a@@b.c', 'a@b.'].map(domainOf)).toEqual(
    Array.from({ length: 8 }, () => null),
  )
})

it('no stage leads to itself, and a move that is not possible says which are', () => {
  for (const stage of ['SOLICITADA', 'EN_PRUEBAS', 'ACTIVA', 'RECHAZADA', 'BAJA'] as const)
    expect(stagesAfter(stage)).not.toContain(stage)
  expect(() => requireMove('EN_PRUEBAS', 'ACTIVA')).not.toThrow()
  expect(() => requireMove('SOLICITADA', 'ACTIVA')).toThrow('It can be moved to EN_PRUEBAS, RECHAZADA.')
  expect(() => requireMove('BAJA', 'ACTIVA')).toThrow('It stays there.')
})

it('the mail servers are kept in their order, and one empty name means none (RFC 7505)', async () => {
  const servers = [
    { exchange: 'Second.example.org', priority: 20 },
    { exchange: 'first.example.org', priority: 10 },
  ]

  expect(await checkMx(() => Promise.resolve(servers), 'example.org')).toEqual({
    outcome: 'FOUND',
    hosts: ['first.example.org', 'second.example.org'],
  })
  expect(await checkMx(() => Promise.resolve([{ exchange: '', priority: 0 }]), 'example.org')).toEqual({
    outcome: 'NONE',
    hosts: [],
  })
})

it.each([
  ['ENODATA', 'NONE'],
  ['ENOTFOUND', 'NO_DOMAIN'],
  ['ETIMEOUT', 'TIMED_OUT'],
  ['ESERVFAIL', 'FAILED'],
])('the error %s of a look-up is told as %s', async (code, outcome) => {
  const look = () => Promise.reject(Object.assign(new Error(code), { code }))

  expect(await checkMx(look, 'example.org')).toEqual({ outcome, hosts: [] })
})

it('a look-up that never ends is given up', async () => {
  expect(await checkMx(() => new Promise(() => undefined), 'example.org', 1)).toEqual({
    outcome: 'TIMED_OUT',
    hosts: [],
  })
})
