import { type RefusalFragment, type ReportRefusalReason } from '../generated/graphql.ts'
import { formatMadridTime } from '../format/formatTime.ts'
import { language } from '../i18n.ts'

/** Why the requests of a service are refused, as the end of a sentence: the server's Spanish one, or the same in English. */
export const refusalText = (refusal: RefusalFragment): string =>
  language === 'es' ? refusal.text : english[refusal.reason](refusal)

const english: Readonly<Record<ReportRefusalReason, (refusal: RefusalFragment) => string>> = {
  TOKEN_EXPIRED: ({ tokenEndedAt }) => `its token expired${on(tokenEndedAt)}`,
  TOKEN_REVOKED: ({ tokenEndedAt }) => `its token was revoked${on(tokenEndedAt)}`,
  MISSING_SCOPE: () => 'everything is refused: its token does not allow observations',
  INVALID: () => 'everything is refused: the request is not of the right form',
  TOO_LARGE: () => 'everything is refused: the request is too large',
  UNSUPPORTED_FORMAT: () => 'everything is refused: the format or the compression is not supported',
  TOO_MANY_REQUESTS: () => 'everything is refused: it makes too many requests',
  CLOCK_AHEAD: () => 'everything is refused: its clock is more than a minute ahead',
  TOO_OLD: () => 'everything is refused: it is more than an hour old',
  ENVIRONMENT: ({ environment }) =>
    `everything is refused: it is of another environment${environment ? ` (${environment})` : ''}`,
  TOO_MANY_STREAMS: () => 'everything is refused: there is no room for more streams of OpenTelemetry',
  UNREADABLE: () => 'everything is refused: it cannot be read',
}

const on = (at: string | null) => (at === null ? '' : ` on ${formatMadridTime(at)}`)
