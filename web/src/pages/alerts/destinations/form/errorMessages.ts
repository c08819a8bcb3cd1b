import { ApiError } from '../../../../api/client/request.ts'
import { localize } from '../../../../i18n.ts'
import { toPageLanguage } from '../../serverSentences.ts'

const text = localize(
  {
    conflict: 'Ya hay un destino con este nombre.',
    invalid: 'El servidor no acepta algún dato: revisa la dirección.',
  },
  {
    conflict: 'There is already a destination with this name.',
    invalid: 'The server refuses one of the fields: check the address.',
  },
)

/** The reason why a destination could not be saved, translated where the error code is specific enough. */
export function translateDestinationError(error: Error | null): Error | null {
  if (!(error instanceof ApiError)) return error
  if (error.code === 'CONFLICT') return new Error(text.conflict)
  return error.code === 'INVALID_INPUT' ? new Error(toPageLanguage(error.message, text.invalid)) : error
}
