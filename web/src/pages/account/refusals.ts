import { Refused } from '../../api/request.ts'
import { plural, words } from '../../language.ts'

const text = words(
  {
    minutes: (count: number) => `Espera ${plural(count, '1 minuto', `${String(count)} minutos`)} y vuelve a probar.`,
    many: 'Demasiados intentos fallidos.',
    outrun: 'Tu contraseña ha cambiado entretanto: la has cambiado tú en otra parte, o un administrador.',
  },
  {
    minutes: (count) => `Wait ${plural(count, '1 minute', `${String(count)} minutes`)} and try again.`,
    many: 'Too many failed attempts.',
    outrun: 'Your password was changed meanwhile, by you elsewhere or by an administrator.',
  },
)

/** The reason why a password was not changed, translated where the error code is specific enough. */
export function inWords(error: Error | null): Error | null {
  if (!(error instanceof Refused)) return error
  if (error.code === 'CONFLICT') return new Error(text.outrun)
  if (error.code !== 'TOO_MANY_ATTEMPTS') return error
  const minutes = Math.max(1, Math.ceil((error.retryAfter ?? 0) / 60))
  return new Error(`${text.many} ${text.minutes(minutes)}`)
}
