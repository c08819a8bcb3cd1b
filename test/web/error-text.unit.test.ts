import { sentenceCodes } from '../../src/messages/sentences.ts'
import { problemExplanations } from '../../src/request/problem-document.ts'
import { inSpanish } from '../support/browser/in-language.ts'

const { errorText, ApiError, requestGraphQL, ConflictError, withConflictDetails } = await inSpanish(async () => ({
  ...(await import('../../web/src/ui/feedback/errorText.ts')),
  ...(await import('../../web/src/api/client/request.ts')),
  ...(await import('../../web/src/api/incidents/conflict.ts')),
}))

const { fetch } = globalThis
afterEach(() => (globalThis.fetch = fetch))

const inOwnWords = ['NO_OPERATOR', 'ONLY_DOCUMENTS_OF_APPLICATION', 'PASSWORD_IS_OWN', 'SESSION_NEEDED']

it('every sentence of the server is shown as it is, but for those that the application knows more about', () => {
  const message = 'Una nota tiene 1.000 caracteres como mucho; esta tiene 1.200.'

  for (const code of [...Object.keys(problemExplanations), 'BAD_REQUEST', 'BAD_USER_INPUT', 'TOO_COMPLEX']) {
    const changed = sentenceCodes.filter((sentence) => errorText(new ApiError(code, message, { sentence })) !== message)

    expect([code, changed.toSorted()]).toEqual([code, inOwnWords])
  }
})

const problem = { 'content-type': 'application/problem+json; charset=utf-8' }

it.each([
  ['a problem document', 403, problem, '{"code":"FORBIDDEN","detail":"De otro origen."}', 'De otro origen.'],
  [
    'the page of a proxy',
    503,
    {},
    '<html>',
    'El servidor no está disponible ahora mismo: vuelve a probar en un momento.',
  ],
  ['the page of a proxy', 429, {}, '<html>', 'Demasiadas peticiones seguidas: espera un momento y vuelve a probar.'],
  ['the page of a proxy', 502, {}, '<html>', 'El servidor ha respondido con el código 502.'],
  [
    'an error of GraphQL',
    400,
    {},
    '{"errors":[{"message":"Demasiado.","extensions":{"code":"TOO_COMPLEX"}}]}',
    'Demasiado.',
  ],
])('%s with status %d is shown with what it says', async (_, status, headers, body, text) => {
  globalThis.fetch = () => Promise.resolve(new Response(body, { status, headers }))

  const error = await requestGraphQL({ toString: () => '{ x }' } as never, {} as never).catch(
    (thrown: unknown) => thrown,
  )

  expect(errorText(error as Error)).toBe(text)
})

it('a change that a colleague made first is one error, and a rule or an own change another', async () => {
  const incident = { id: '7', status: 'ACKNOWLEDGED' }
  globalThis.fetch = () => Promise.resolve(Response.json({ data: { incident } }))
  const errorOf = (reason: string | null, sentence: string | null) =>
    withConflictDetails('7', Promise.reject(new ApiError('CONFLICT', 'Ya.', { reason, sentence }))).catch(String)

  expect(await errorOf(null, 'INCIDENT_TAKEN')).toBe('ConflictError: Ya.')
  expect(await errorOf(null, null)).toBe('ConflictError: Ya.')
  expect(await errorOf(null, 'INCIDENT_ALREADY_YOURS')).toBe('ApiError: Ya.')
  expect(await errorOf('TRAFFIC_IS_USUAL', 'TRAFFIC_USUAL')).toBe('ApiError: Ya.')
})

it('an error of a change of an incident is shown with the sentence of the server', () => {
  expect(errorText(new ConflictError(new ApiError('CONFLICT', 'Este incidente ya está resuelto.'), {} as never))).toBe(
    'Este incidente ya está resuelto.',
  )
})

it('an English message of GraphQL itself follows a Spanish sentence', () => {
  expect(errorText(new ApiError('BAD_USER_INPUT', 'Variable "$id" got invalid value 7'))).toBe(
    'El servidor no entiende la petición: Variable "$id" got invalid value 7',
  )
})
