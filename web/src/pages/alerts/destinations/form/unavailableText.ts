import { language, localize } from '../../../../i18n.ts'

const text = localize(
  {
    needs: (settings: string) => `No se puede usar: en el servidor falta configurar ${settings}.`,
    unavailable: 'No se puede usar con la configuración del servidor.',
  },
  {
    needs: (settings) => `Not available: ${settings} must be set on the server.`,
    unavailable: 'Not available with the settings of the server.',
  },
)

const list = new Intl.ListFormat(language, { type: 'conjunction' })

/** Why a type of destination cannot be used, from the settings that the server's English reason names. */
export function describeUnavailable(reason: string | null): string {
  const settings = [...new Set(reason?.match(/\b[A-Z]+(?:_[A-Z]+)+\b/gu))]
  return settings.length > 0 ? text.needs(list.format(settings)) : text.unavailable
}
