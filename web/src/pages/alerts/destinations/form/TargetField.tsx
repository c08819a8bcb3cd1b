// cspell:ignore pagerduty
import { TextInput } from '@mantine/core'
import { type DestinationType } from '../../../../api/incidents/destinations.ts'
import { localize } from '../../../../i18n.ts'
import { type DestinationDraft } from './destinationDraft.ts'

const text = localize(
  {
    url: 'Dirección web (URL)',
    email: 'Direcciones de correo',
    key: 'Clave de integración',
    several: 'Varias, separadas por comas.',
    secure: 'Empieza por https://.',
    secret: 'Empieza por https://. El secreto de firma se muestra al añadirlo.',
    key32: 'La de Events API v2: 32 caracteres.',
    present: (target: string) => `Ahora: ${target}. Déjalo vacío para no cambiarlo.`,
  },
  {
    url: 'Web address (URL)',
    email: 'E-mail addresses',
    key: 'Integration key',
    several: 'Several, separated by commas.',
    secure: 'Starts with https://.',
    secret: 'Starts with https://. The signing secret is shown once it is added.',
    key32: 'That of Events API v2: 32 characters.',
    present: (target) => `At present: ${target}. Leave it empty to keep it.`,
  },
)

const url = { label: text.url, hint: text.secure, type: 'url' }

const fields: Record<DestinationType, { label: string; hint: string; type: string }> = {
  WEBHOOK: { ...url, hint: text.secret },
  EMAIL: { label: text.email, hint: text.several, type: 'text' },
  SLACK: url,
  TEAMS: url,
  ALERTMANAGER: url,
  PAGERDUTY: { label: text.key, hint: text.key32, type: 'text' },
}

type Props = {
  draft: Pick<DestinationDraft, 'type' | 'target'>
  presentTarget: string | undefined
  onChange: (fields: Partial<DestinationDraft>) => void
}

/** Field for where a destination sends to, as its type needs it. */
export function TargetField({ draft: { type, target }, presentTarget, onChange }: Props) {
  const { label, hint, type: inputType } = fields[type]
  return (
    <TextInput
      label={label}
      description={presentTarget === undefined ? hint : text.present(presentTarget)}
      type={inputType}
      maxLength={2000}
      autoComplete="off"
      spellCheck={false}
      value={target}
      onChange={(event) => {
        onChange({ target: event.currentTarget.value })
      }}
    />
  )
}
