import { language } from '../../i18n.ts'

/** Sentences by code of the server, or by the reason of a CONFLICT, where one says enough. Codes that are not here keep the server's English sentence. */
const english: Partial<Record<string, string>> = {
  CONFLICT: 'It changed in the meantime: check it again.',
  FORBIDDEN: 'Your role does not allow this.',
  LAST_ADMINISTRATOR: 'This is the last administrator with a password: appoint another one first.',
  LATENCY_NOT_THE_CAUSE:
    'This incident has another cause than a latency or traffic that differs from what was learned.',
  LATENCY_OVER_LIMIT: 'The present latency is over the longest limit that the thresholds allow: raise that one first.',
  LATENCY_UNKNOWN: 'There is no sample of the last five minutes, so the present latency is not known.',
  NOT_FOUND: 'It no longer exists.',
  NOTHING_TO_TELL: 'Nothing of it is to be told now: it is over, muted or suppressed.',
  PROVIDER_DECIDES_ROLE: 'The identity provider decides the role of this account, at each sign-in.',
  PROVIDER_KEEPS_PASSWORD: 'The identity provider keeps the password of this account.',
  TOO_MANY_REQUESTS: 'Too many requests: wait a moment and try again.',
  TRAFFIC_IS_USUAL: 'Its traffic is as usual again: there is nothing to accept.',
  UNAVAILABLE: 'The server is not available right now: try again in a moment.',
}

/** Spanish sentences for every code of the server, and for every reason of a CONFLICT. */
export const spanish: Partial<Record<string, string>> = {
  BAD_REQUEST: 'El servidor no entiende la petición.',
  BAD_USER_INPUT: 'Algún dato no es válido.',
  CONDITION_HOLDS: 'La causa del incidente sigue presente.',
  CONFLICT: 'Ha cambiado entretanto: compruébalo de nuevo.',
  FORBIDDEN: 'Tu rol no permite esta acción.',
  GRAPHQL_PARSE_FAILED: 'El servidor no entiende la petición.',
  GRAPHQL_VALIDATION_FAILED: 'El servidor es de otra versión: recarga la página.',
  INTERNAL_SERVER_ERROR: 'Ha habido un error en el servidor.',
  INVALID_INPUT: 'Algún dato no es válido.',
  KEY_REUSED: 'Esta petición ya se usó para otra operación: empieza de nuevo.',
  LAST_ADMINISTRATOR: 'Es el último administrador con contraseña: nombra antes a otro.',
  LATENCY_NOT_THE_CAUSE: 'Este incidente tiene otra causa que una latencia o un tráfico distintos de lo aprendido.',
  LATENCY_OVER_LIMIT:
    'La latencia actual supera el límite más largo que permiten los umbrales: hay que subir antes ese límite.',
  LATENCY_UNKNOWN: 'No hay ninguna muestra de los últimos cinco minutos: no se conoce la latencia actual.',
  METHOD_NOT_ALLOWED: 'El servidor no admite esta operación.',
  NOT_FOUND: 'Ya no existe.',
  NOTHING_TO_TELL: 'Ya no hay nada que avisar: ha terminado, está silenciado o no cuenta.',
  PROVIDER_DECIDES_ROLE: 'El proveedor de identidad decide el rol de esta cuenta, en cada inicio de sesión.',
  PROVIDER_KEEPS_PASSWORD: 'La contraseña de esta cuenta la guarda el proveedor de identidad.',
  TOO_COMPLEX: 'Se piden demasiados datos a la vez.',
  TOO_LARGE: 'Los datos enviados ocupan demasiado.',
  TOO_MANY_ATTEMPTS: 'Demasiados intentos fallidos: espera unos minutos.',
  TOO_MANY_REQUESTS: 'Demasiadas peticiones seguidas: espera un momento y vuelve a probar.',
  TOO_MANY_SUBSCRIPTIONS: 'Hay demasiadas suscripciones abiertas en esta conexión.',
  TRAFFIC_IS_USUAL: 'Su tráfico vuelve a ser el habitual: no hay nada que aceptar.',
  UNAUTHENTICATED: 'La sesión ha terminado.',
  UNAVAILABLE: 'El servidor no está disponible ahora mismo: vuelve a probar en un momento.',
  UNKNOWN_DOCUMENT: 'El servidor es de otra versión: recarga la página.',
  UNSUPPORTED_MEDIA_TYPE: 'El servidor no admite este tipo de datos.',
}

// Errors that this application raises itself: their sentences are in the language of the page.
const ownCodes = new Set(['EMPTY', 'UNREACHABLE'])

/** Error message in the language of the page. */
export function errorText(error: Error): string {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined
  if (code === undefined || ownCodes.has(code)) return error.message
  const reason = 'reason' in error && typeof error.reason === 'string' ? error.reason : ''
  if (language === 'en') return english[reason] ?? english[code] ?? error.message
  return spanish[reason] ?? spanish[code] ?? `El servidor ha respondido con un error (${code}).`
}
