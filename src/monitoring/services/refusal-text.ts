import type { ReportRefusal } from '../../generated/prisma/enums.ts'
import type { Language } from '../../lib/language.ts'
import { createTimeText } from '../../lib/wall-time.ts'
import type { RequestRefusal } from '../telemetry/sources/refusal.ts'

/**
 * The reason why the requests of a service are refused, as the end of a sentence: `su clave caducó el 3 mar 2026, 10:00
 * (Madrid)`, or `todo se rechaza: …` if the reason lies in the requests.
 */
export function refusalText({ reason, values }: RequestRefusal, language: Language = 'es') {
  const time = values.at === undefined ? '' : times[language](values.at)
  return sentences[language][reason]({ time, environment: values.environment ?? '' })
}

type Values = { time: string; environment: string }

const sentences: Readonly<Record<Language, Readonly<Record<ReportRefusal, (values: Values) => string>>>> = {
  es: {
    TOKEN_EXPIRED: ({ time }) => `su clave caducó${time && ` el ${time}`}`,
    TOKEN_REVOKED: ({ time }) => `su clave se revocó${time && ` el ${time}`}`,
    MISSING_SCOPE: () => 'todo se rechaza: su clave no permite enviar observaciones',
    INVALID: () => 'todo se rechaza: la petición no tiene la forma debida',
    TOO_LARGE: () => 'todo se rechaza: la petición es demasiado grande',
    UNSUPPORTED_FORMAT: () => 'todo se rechaza: el formato o la compresión no se admite',
    TOO_MANY_REQUESTS: () => 'todo se rechaza: hace demasiadas peticiones',
    CLOCK_AHEAD: () => 'todo se rechaza: su reloj va más de un minuto adelantado',
    TOO_OLD: () => 'todo se rechaza: tiene más de una hora',
    ENVIRONMENT: ({ environment }) => `todo se rechaza: es de otro entorno${environment && ` (${environment})`}`,
    TOO_MANY_STREAMS: () => 'todo se rechaza: no caben más series de OpenTelemetry',
    UNREADABLE: () => 'todo se rechaza: no se puede leer',
  },
  en: {
    TOKEN_EXPIRED: ({ time }) => `its token expired${time && ` on ${time}`}`,
    TOKEN_REVOKED: ({ time }) => `its token was revoked${time && ` on ${time}`}`,
    MISSING_SCOPE: () => 'everything is refused: its token does not allow observations',
    INVALID: () => 'everything is refused: the request is not of the right form',
    TOO_LARGE: () => 'everything is refused: the request is too large',
    UNSUPPORTED_FORMAT: () => 'everything is refused: the format or the compression is not supported',
    TOO_MANY_REQUESTS: () => 'everything is refused: it makes too many requests',
    CLOCK_AHEAD: () => 'everything is refused: its clock is more than a minute ahead',
    TOO_OLD: () => 'everything is refused: it is more than an hour old',
    ENVIRONMENT: ({ environment }) =>
      `everything is refused: it is of another environment${environment && ` (${environment})`}`,
    TOO_MANY_STREAMS: () => 'everything is refused: there is no room for more streams of OpenTelemetry',
    UNREADABLE: () => 'everything is refused: it cannot be read',
  },
}

const times = { es: createTimeText('es-ES'), en: createTimeText('en-GB') }
