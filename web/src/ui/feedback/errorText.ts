import { ApiError } from '../../api/client/request.ts'
import { localize } from '../../i18n.ts'

/** Sentences by the code of the server's sentence, or by the code of an error without one, that say more here. */
const ownTexts: Partial<Record<string, string>> = localize(
  {
    GRAPHQL_VALIDATION_FAILED: 'El servidor es de otra versión: recarga la página.',
    HTTP_503: 'El servidor no está disponible ahora mismo: vuelve a probar en un momento.',
    NO_OPERATOR: 'Este operador ya no existe.',
    NO_TRUSTED_DOCUMENT: 'El servidor es de otra versión: recarga la página.',
    PASSWORD_IS_OWN: 'Cambia tu propia contraseña en Mi cuenta.',
    SESSION_NEEDED: 'La sesión ha terminado.',
    TOO_MANY_REQUESTS: 'Demasiadas peticiones seguidas: espera un momento y vuelve a probar.',
    UNAUTHENTICATED: 'La sesión ha terminado.',
  },
  {
    GRAPHQL_VALIDATION_FAILED: 'The server is of another version: reload the page.',
    HTTP_503: 'The server is not available right now: try again in a moment.',
    NO_OPERATOR: 'This operator no longer exists.',
    NO_TRUSTED_DOCUMENT: 'The server is of another version: reload the page.',
    PASSWORD_IS_OWN: 'Change your own password in My account.',
    SESSION_NEEDED: 'The session has ended.',
    TOO_MANY_REQUESTS: 'Too many requests: wait a moment and try again.',
    UNAUTHENTICATED: 'The session has ended.',
  },
)

const text = localize(
  {
    notUnderstood: (message: string) => `El servidor no entiende la petición: ${message}`,
    failed: (message: string) => `Esta parte de la aplicación ha fallado: recarga la página. (${message})`,
  },
  {
    notUnderstood: (message) => message,
    failed: (message) => `This part of the application failed: reload the page. (${message})`,
  },
)

/** Codes whose messages, unless they are sentences of the server, are those of GraphQL itself, in English. */
const codesOfGraphql = new Set(['BAD_REQUEST', 'BAD_USER_INPUT', 'GRAPHQL_PARSE_FAILED'])

/** Names of the errors whose messages are sentences of ours; those of the browser, such as TypeError, are in English. */
const ownNames = new Set(['ApiError', 'Error'])

/** What is shown of an error: the server's sentence, which is in the language of the page, or one of our own. */
export function errorText(error: Error): string {
  const { code = '', sentence = null } = error instanceof ApiError ? error : {}
  const ownText = ownTexts[sentence ?? code]
  if (ownText !== undefined) return ownText
  if (sentence === null && codesOfGraphql.has(code)) return text.notUnderstood(error.message)
  return ownNames.has(error.name) ? error.message : text.failed(error.message)
}
