import { readdirSync, readFileSync } from 'node:fs'
import ts from 'typescript'
import { conflictReasons } from '../../src/lib/errors.ts'
import { importSentenceCodes, importText, type ImportSentence } from '../../src/lib/import-sentences.ts'
import { findingCodes } from '../../src/onboarding/step-text.ts'
import { problemExplanations } from '../../src/request/problem-document.ts'
import { failures } from '../../src/trade/inbound/failure-codes.ts'
import { parseSentence, sentenceCodes } from '../../src/trade/inbound/sentences.ts'
import { inSpanish } from '../support/browser/in-language.ts'

const { toSpanish, codeGroups, errorTexts, toPageLanguage, imports, describeFinding } = await inSpanish(async () => ({
  toSpanish: (await import('../../web/src/pages/messages/sentences.ts')).toSpanish,
  codeGroups: (await import('../../web/src/pages/messages/codes.ts')).codeGroups,
  errorTexts: (await import('../../web/src/ui/feedback/errorText.ts')).spanish,
  toPageLanguage: (await import('../../web/src/pages/alerts/serverSentences.ts')).toPageLanguage,
  imports: await import('../../web/src/imports/importSentences.ts'),
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

it('every sentence about a message that the server writes is recognised, and has a Spanish text', () => {
  const decoder = ['src/sinli', 'src/sinli/identification', 'src/sinli/records']
  const written = [...decoder, 'src/trade/inbound', 'src/trade/replay'].flatMap(sourcesIn).flatMap(sentencesIn)

  expect(written.length).toBeGreaterThan(50)
  expect(written.filter((sentence) => parseSentence(sentence) === null)).toEqual([])
  const spanish = written.map((sentence) => toSpanish(parseSentence(sentence) ?? { code: '', parameters: {} }))
  expect(spanish.filter((text) => !text || /undefined|NaN|\bthe\b/u.test(text))).toEqual([])
  expect(sentenceCodes.filter((code) => toSpanish({ code, parameters: {} }) === null)).toEqual([])
})

it('every sentence about a target, an attempt to deliver and a disabled destination has a Spanish text', () => {
  const channels = ['target', 'email'].map((name) => `src/alerting/channels/${name}.ts`)
  const files = [...['src/alerting/outbound', 'src/alerting/deliveries'].flatMap(sourcesIn), ...channels]
  const written = files.flatMap(sentencesIn)

  expect(written.length).toBeGreaterThan(8)
  expect(written.filter((sentence) => toPageLanguage(sentence) === sentence)).toEqual([])
})

it('every sentence about the endpoints of a service has a Spanish text, with the values of the English one', () => {
  for (const code of importSentenceCodes) {
    const inSpanish = valuesIn((parameters) => imports.importText({ code, parameters }, 'the English text'))
    const inEnglish = valuesIn((parameters) => importText({ code, parameters } as ImportSentence))
    expect([code, inSpanish]).toEqual([code, inEnglish.filter((name) => name !== 'vigia')])
  }
})

it('a sentence about the endpoints of a service that only a newer server knows stays English', () => {
  expect(imports.importText({ code: 'NEWER', parameters: {} }, 'Something new.')).toBe('Something new.')
  expect(imports.importText(undefined, 'Something old.')).toBe('Something old.')
})

/** The names of the values that a text has; its values are numbers, which stand in any text. */
function valuesIn(write: (parameters: object) => string): string[] {
  const names = new Set<string>()
  const text = write(new Proxy({}, { get: (_, name) => names.add(String(name)).size }))
  expect(text).not.toMatch(/undefined|NaN|the English text/)
  return [...names].sort()
}

it.each([
  [
    'Neither the subject nor line 1 of the file names the sender, the document.',
    'el remitente ni el tipo de documento',
  ],
  [
    'The totals do not add up: units is stated as 5 and comes to 6; totalCents is 250 and what is due comes to 300.',
    'Unidades: declarado 5, calculado 6; Total: 2,50 €, y los vencimientos suman 3,00 €',
  ],
  ['Not readable, and left out: date "20,a "b" c".', 'Fecha «20,a "b" c»'],
  [
    'Required, but blank: title of lines. So in 12 records, this being the first.',
    'Título (líneas). Ocurre en 12 registros',
  ],
])('keeps the values of %s', (english, part) => {
  const sentence = parseSentence(english)
  expect(sentence && toSpanish(sentence)?.replaceAll('\u00a0', ' ')).toContain(part)
})

it('does not recognise a sentence of another release', () => {
  expect([parseSentence('Something else happened.'), parseSentence(null)]).toEqual([null, null])
})

it('every code of an error, of a conflict, of a failure and of a warning has a Spanish text', () => {
  const [, enumeration = ''] = /enum ErrorCode \{(.*?)^\}/msu.exec(contentOf('schema/gateway.graphql')) ?? []
  const graphqlCodes = enumeration.match(/^ {2}[A-Z_]+$/gmu)?.map((code) => code.trim()) ?? []
  const [, warnings = ''] = /type WarningCode =(.*?)\n\n/su.exec(contentOf('src/sinli/warnings.ts')) ?? []
  const messageCodes = [...Object.keys(failures), ...(warnings.match(/[A-Z_\d]{3,}/gu) ?? [])]

  expect(Math.min(graphqlCodes.length, messageCodes.length)).toBeGreaterThan(15)
  const errorCodes = ['TOO_MANY_REQUESTS', ...graphqlCodes, ...conflictReasons, ...Object.keys(problemExplanations)]
  expect(errorCodes.filter((code) => !errorTexts[code])).toEqual([])
  expect(messageCodes.filter((code) => ![...codeGroups.failures, ...codeGroups.warnings].includes(code))).toEqual([])
})

const sourcesIn = (folder: string) =>
  readdirSync(new URL(`../../${folder}`, import.meta.url))
    .filter((name) => name.endsWith('.ts') && name !== 'sentences.ts')
    .map((name) => `${folder}/${name}`)

/** The sentences in a source file; each value in them is 7. Those of errors are for programs and are left out. */
function sentencesIn(path: string): string[] {
  const found: string[] = []
  const visit = (node: ts.Node) => {
    if (ts.isNewExpression(node)) return
    const text = textOf(node)
    if (text !== null && /^[A-Z7][^=]* [^=]*\.$/su.test(text) && !text.startsWith('7 So in')) found.push(text)
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(path, contentOf(path), ts.ScriptTarget.Latest, true))
  return found
}

function textOf(node: ts.Node): string | null {
  if (ts.isStringLiteralLike(node)) return node.text
  if (!ts.isTemplateExpression(node)) return null
  return node.head.text + node.templateSpans.map(({ literal }) => `7${literal.text}`).join('')
}
