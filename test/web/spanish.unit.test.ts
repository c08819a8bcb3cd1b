import { readFileSync } from 'node:fs'
import { findingCodes } from '../../src/onboarding/step-text.ts'
import { failures } from '../../src/trade/inbound/failure-codes.ts'
import { inSpanish } from '../support/browser/in-language.ts'

const { codeGroups, describeFinding } = await inSpanish(async () => ({
  codeGroups: (await import('../../web/src/pages/messages/codes.ts')).codeGroups,
  describeFinding: (await import('../../web/src/pages/onboarding/stepText.ts')).describeFinding,
}))

it('every finding about a step of an onboarding has a Spanish text', () => {
  const parameters = {
    at: '2026-01-01T00:00:00Z',
    since: '2026-01-01T00:00:00Z',
    state: 'OPERATIVO',
    count: 2,
    locked: 1,
  }

  const texts = findingCodes().map((code) => describeFinding({ code, parameters }))

  expect(texts.length).toBeGreaterThan(20)
  expect(texts.filter((text) => !text || /undefined|NaN|\bthe\b/u.test(text))).toEqual([])
})

const contentOf = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')

it('every code of a failure and of a warning has a Spanish text', () => {
  const [, warnings = ''] = /type WarningCode =(.*?)\n\n/su.exec(contentOf('src/sinli/warnings.ts')) ?? []
  const messageCodes = [...Object.keys(failures), ...(warnings.match(/[A-Z_\d]{3,}/gu) ?? [])]

  expect(messageCodes.length).toBeGreaterThan(15)
  expect(messageCodes.filter((code) => ![...codeGroups.failures, ...codeGroups.warnings].includes(code))).toEqual([])
})
