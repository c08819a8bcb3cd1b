import { localize } from '../../i18n.ts'

/**
 * Sentences that are more helpful here than the server's, by the code of the server's sentence or of a GraphQL error.
 */
const ownTexts: Partial<Record<string, string>> = localize(
  {
    GRAPHQL_VALIDATION_FAILED: 'El servidor es de otra versión: recarga la página.',
    NO_OPERATOR: 'Este operador ya no existe.',
    ONLY_DOCUMENTS_OF_APPLICATION: 'El servidor es de otra versión: recarga la página.',
    PASSWORD_IS_OWN: 'Cambia tu propia contraseña en Mi cuenta.',
    SESSION_NEEDED: 'La sesión ha terminado.',
  },
  {
    GRAPHQL_VALIDATION_FAILED: 'The server is of another version: reload the page.',
    NO_OPERATOR: 'This operator no longer exists.',
    ONLY_DOCUMENTS_OF_APPLICATION: 'The server is of another version: reload the page.',
    PASSWORD_IS_OWN: 'Change your own password in My account.',
    SESSION_NEEDED: 'The session has ended.',
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

/** Error codes whose messages come from GraphQL itself, in English, unless they are sentences of the server. */
const codesOfGraphql = new Set(['BAD_REQUEST', 'BAD_USER_INPUT', 'GRAPHQL_PARSE_FAILED'])

/** The text to show for an error: the server's sentence, which is in the language of the page, or one of our own. */
export function errorText(error: Error): string {
  const { code = '', sentence = null } = isOfServer(error) ? error : {}
  const ownText = ownTexts[sentence ?? code]
  if (ownText !== undefined) return ownText
  if (sentence === null && codesOfGraphql.has(code)) return text.notUnderstood(error.message)
  // The browser's own errors, such as TypeError, are in English.
  return isOfServer(error) || error.name === 'Error' ? error.message : text.failed(error.message)
}

/**
 * An error of a request, with its code and the code of the server's sentence; the latter is null if the message is not
 * such a sentence.
 */
type ServerError = Error & { code: string; sentence: string | null }

const isOfServer = (error: Error): error is ServerError => 'code' in error && 'sentence' in error
