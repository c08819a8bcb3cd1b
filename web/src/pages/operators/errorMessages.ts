import { ApiError } from '../../api/client/request.ts'
import { localize } from '../../i18n.ts'

const text = localize(
  {
    gone: 'Este operador ya no existe.',
    emailTaken: 'Ya hay un operador con este correo.',
    own: 'Cambia tu propia contraseña en Mi cuenta.',
  },
  {
    gone: 'This operator no longer exists.',
    emailTaken: 'There is already an operator with this e-mail.',
    own: 'Change your own password in My account.',
  },
)

type OperatorChange = 'add' | 'change' | 'reset'

const errorTexts: Record<OperatorChange, Partial<Record<string, string>>> = {
  add: { CONFLICT: text.emailTaken },
  change: { NOT_FOUND: text.gone },
  reset: { CONFLICT: text.own, NOT_FOUND: text.gone },
}

/** The reason why a change of operators failed, translated where the error code is specific enough. */
export function translateOperatorError(change: OperatorChange, error: Error | null): Error | null {
  const errorText = error instanceof ApiError ? errorTexts[change][error.code] : undefined
  return errorText === undefined ? error : new Error(errorText)
}
