import { ApiError } from '../../api/client/request.ts'
import { plural, localize } from '../../i18n.ts'

const text = localize(
  {
    minutes: (count: number) => `Espera ${plural(count, '1 minuto', `${String(count)} minutos`)} y vuelve a probar.`,
    many: 'Demasiados intentos fallidos.',
  },
  {
    minutes: (count) => `Wait ${plural(count, '1 minute', `${String(count)} minutes`)} and try again.`,
    many: 'Too many failed attempts.',
  },
)

/** The reason why a password was not changed. Adds the time to wait, which the server's sentence lacks. */
export function translatePasswordError(error: Error | null): Error | null {
  if (!(error instanceof ApiError) || error.sentence !== 'SIGN_INS_FAILED') return error
  const minutes = Math.max(1, Math.ceil((error.retryAfter ?? 0) / 60))
  return new Error(`${text.many} ${text.minutes(minutes)}`)
}
