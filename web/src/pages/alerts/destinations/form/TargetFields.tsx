import { TextInput } from '@mantine/core'
import { type TargetFieldInput } from '../../../../generated/graphql.ts'
import { localize } from '../../../../i18n.ts'
import { type DestinationDraft } from './destinationDraft.ts'

const text = localize(
  { present: (target: string) => `Ahora: ${target}. Déjalo vacío para no cambiarlo.` },
  { present: (target) => `At present: ${target}. Leave it empty to keep it.` },
)

const inputTypes: Record<TargetFieldInput, string> = { URL: 'url', TEXT: 'text', TEXTS: 'text' }

type Props = {
  draft: Pick<DestinationDraft, 'channel' | 'target'>
  presentTarget: string | undefined
  onChange: (fields: Partial<DestinationDraft>) => void
}

/** Fields for the target of a destination, which depend on its type. */
export function TargetFields({ draft: { channel, target }, presentTarget, onChange }: Props) {
  return channel.fields.map(({ name, input, label, hint }) => (
    <TextInput
      key={name}
      label={label}
      description={presentTarget === undefined ? hint : text.present(presentTarget)}
      type={inputTypes[input]}
      maxLength={2000}
      autoComplete="off"
      spellCheck={false}
      value={target[name] ?? ''}
      onChange={(event) => {
        onChange({ target: { ...target, [name]: event.currentTarget.value } })
      }}
    />
  ))
}
