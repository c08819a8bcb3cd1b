import { inSpanish } from '../support/browser/in-language.ts'

const { errorText, ApiError } = await inSpanish(async () => ({
  errorText: (await import('../../web/src/ui/feedback/errorText.ts')).errorText,
  ApiError: (await import('../../web/src/api/client/request.ts')).ApiError,
}))

it.each([
  'INVALID_INPUT',
  'CONFLICT',
  'CONDITION_HOLDS',
  'KEY_REUSED',
  'TOO_COMPLEX',
  'TOO_LARGE',
  'UNAVAILABLE',
  'HTTP_502',
])('an error with the code %s is shown with the sentence of the server', (code) => {
  const message = 'Una nota tiene 1.000 caracteres como mucho; esta tiene 1.200.'

  expect(errorText(new ApiError(code, message))).toBe(message)
})

it('the application says in its own words what is no longer there, and the reason of a conflict', () => {
  expect(errorText(new ApiError('NOT_FOUND', 'No existe el incidente 7.'))).toBe('Ya no existe.')
  expect(errorText(new ApiError('CONFLICT', 'Su tráfico…', { reason: 'TRAFFIC_IS_USUAL' }))).toBe(
    'Su tráfico vuelve a ser el habitual: no hay nada que aceptar.',
  )
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
