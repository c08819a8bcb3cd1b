import { localize } from '../../i18n.ts'

/** Sentences by code of the server, or by the reason of a CONFLICT, that say more here than the server's own. */
const ownTexts: Partial<Record<string, string>> = localize(
  {
    FORBIDDEN: 'Tu rol no permite esta acción.',
    GRAPHQL_VALIDATION_FAILED: 'El servidor es de otra versión: recarga la página.',
    HTTP_503: 'El servidor no está disponible ahora mismo: vuelve a probar en un momento.',
    LAST_ADMINISTRATOR: 'Es el último administrador con contraseña: nombra antes a otro.',
    LATENCY_NOT_THE_CAUSE: 'Este incidente tiene otra causa que una latencia o un tráfico distintos de lo aprendido.',
    LATENCY_OVER_LIMIT:
      'La latencia actual supera el límite más largo que permiten los umbrales: hay que subir antes ese límite.',
    LATENCY_UNKNOWN: 'No hay ninguna muestra de los últimos cinco minutos: no se conoce la latencia actual.',
    NOT_FOUND: 'Ya no existe.',
    NOTHING_TO_TELL: 'Ya no hay nada de lo que avisar: ha terminado, está silenciado o no cuenta.',
    PROVIDER_DECIDES_ROLE: 'El proveedor de identidad decide el rol de esta cuenta, en cada inicio de sesión.',
    PROVIDER_KEEPS_PASSWORD: 'La contraseña de esta cuenta la guarda el proveedor de identidad.',
    TOO_MANY_REQUESTS: 'Demasiadas peticiones seguidas: espera un momento y vuelve a probar.',
    TRAFFIC_IS_USUAL: 'Su tráfico vuelve a ser el habitual: no hay nada que aceptar.',
    UNAUTHENTICATED: 'La sesión ha terminado.',
    UNKNOWN_DOCUMENT: 'El servidor es de otra versión: recarga la página.',
  },
  {
    FORBIDDEN: 'Your role does not allow this.',
    GRAPHQL_VALIDATION_FAILED: 'The server is of another version: reload the page.',
    HTTP_503: 'The server is not available right now: try again in a moment.',
    LAST_ADMINISTRATOR: 'This is the last administrator with a password: appoint another one first.',
    LATENCY_NOT_THE_CAUSE:
      'This incident has another cause than a latency or traffic that differs from what was learned.',
    LATENCY_OVER_LIMIT:
      'The present latency is over the longest limit that the thresholds allow: raise that one first.',
    LATENCY_UNKNOWN: 'There is no sample of the last five minutes, so the present latency is not known.',
    NOT_FOUND: 'It no longer exists.',
    NOTHING_TO_TELL: 'Nothing of it is to be told now: it is over, muted or suppressed.',
    PROVIDER_DECIDES_ROLE: 'The identity provider decides the role of this account, at each sign-in.',
    PROVIDER_KEEPS_PASSWORD: 'The identity provider keeps the password of this account.',
    TOO_MANY_REQUESTS: 'Too many requests: wait a moment and try again.',
    TRAFFIC_IS_USUAL: 'Its traffic is as usual again: there is nothing to accept.',
    UNAUTHENTICATED: 'The session has ended.',
    UNKNOWN_DOCUMENT: 'The server is of another version: reload the page.',
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

/** Codes whose messages are those of GraphQL itself, which are in English. */
const codesOfGraphql = new Set(['BAD_REQUEST', 'BAD_USER_INPUT', 'GRAPHQL_PARSE_FAILED'])

/** Names of the errors whose messages are sentences of ours; those of the browser, such as TypeError, are in English. */
const ownNames = new Set(['ApiError', 'Error'])

/** What is shown of an error: the server's message, which is in the language of the page, or a sentence of our own. */
export function errorText(error: Error): string {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  const reason = 'reason' in error && typeof error.reason === 'string' ? error.reason : ''
  const ownText = ownTexts[reason] ?? ownTexts[code]
  if (ownText !== undefined) return ownText
  if (codesOfGraphql.has(code)) return text.notUnderstood(error.message)
  return ownNames.has(error.name) ? error.message : text.failed(error.message)
}
