import { ApiError } from '../../api/client/request.ts'
import { plural, localize } from '../../i18n.ts'

const text = localize(
  {
    minutes: (count: number) => `Espera ${plural(count, '1 minuto', `${String(count)} minutos`)} y vuelve a probar.`,
    many: 'Demasiados intentos fallidos.',
    changedMeanwhile: 'Tu contraseña ha cambiado entretanto, en otra sesión o por un administrador.',
  },
  {
    minutes: (count) => `Wait ${plural(count, '1 minute', `${String(count)} minutes`)} and try again.`,
    many: 'Too many failed attempts.',
    changedMeanwhile: 'Your password was changed meanwhile, in another session or by an administrator.',
  },
)

/** The reason why a password was not changed, translated where the error code is specific enough. */
export function translatePasswordError(error: Error | null): Error | null {
  if (!(error instanceof ApiError)) return error
  if (error.code === 'CONFLICT' && error.reason === null) return new Error(text.changedMeanwhile)
  if (error.code !== 'TOO_MANY_ATTEMPTS') return error
  const minutes = Math.max(1, Math.ceil((error.retryAfter ?? 0) / 60))
  return new Error(`${text.many} ${text.minutes(minutes)}`)
}
