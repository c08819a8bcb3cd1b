import { sentenceCodes } from '../../src/messages/sentences.ts'
import { problemExplanations } from '../../src/request/problem-document.ts'
import { inSpanish } from '../support/browser/in-language.ts'

const { errorText, ApiError } = await inSpanish(async () => ({
  errorText: (await import('../../web/src/ui/feedback/errorText.ts')).errorText,
  ApiError: (await import('../../web/src/api/client/request.ts')).ApiError,
}))

const inOwnWords = ['NO_OPERATOR', 'NO_TRUSTED_DOCUMENT', 'PASSWORD_IS_OWN', 'SESSION_NEEDED']

it('every sentence of the server is shown as it is, but for those that the application knows more about', () => {
  const message = 'Una nota tiene 1.000 caracteres como mucho; esta tiene 1.200.'

  for (const code of [...Object.keys(problemExplanations), 'BAD_REQUEST', 'BAD_USER_INPUT', 'TOO_COMPLEX']) {
    const changed = sentenceCodes.filter((sentence) => errorText(new ApiError(code, message, { sentence })) !== message)

    expect([code, changed.toSorted()]).toEqual([code, inOwnWords])
  }
})

it('an answer 503 without a sentence, as of a proxy, is shown as what it means', () => {
  expect(errorText(new ApiError('HTTP_503', 'El servidor ha respondido con el código 503.'))).toBe(
    'El servidor no está disponible ahora mismo: vuelve a probar en un momento.',
  )
})

it('an English message of GraphQL itself follows a Spanish sentence', () => {
  expect(errorText(new ApiError('BAD_USER_INPUT', 'Variable "$id" got invalid value 7'))).toBe(
    'El servidor no entiende la petición: Variable "$id" got invalid value 7',
  )
})
