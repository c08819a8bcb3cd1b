import { Checkbox, NativeSelect } from '@mantine/core'
import { type ServiceToken } from '../../api/auth/tokens.ts'
import { localize } from '../../i18n.ts'
import { IntervalField, missingInterval } from '../../services/IntervalField.tsx'
import { type SenderKind, senderKinds, senders } from './senders.ts'

const text = localize(
  {
    sender: 'Quién envía',
    choose: 'Elige…',
    missing: 'Falta quién envía.',
    same: (name: string, prefix: string) => `Es del mismo servicio que la clave «${name}» que empieza por ${prefix}`,
    sameHint: 'Sigue con lo que ese servicio ha enviado y con su intervalo. La otra clave sigue valiendo.',
  },
  {
    sender: 'Sender',
    choose: 'Choose…',
    missing: 'The sender is missing.',
    same: (name, prefix) => `It is of the same service as the token “${name}” that begins with ${prefix}`,
    sameHint: 'It goes on with what that service sent and with its interval. The other token stays valid.',
  },
)

/**
 * The input about the service of a token. `isSame`: it is the service of another, existing token. Otherwise `kind` is
 * the program that reports, and `seconds` the reporting interval.
 */
export type SenderEntries = { isSame: boolean; kind: SenderKind | null; seconds: number | null }

type Props = {
  /** A token that probably belongs to the same service. */
  other: ServiceToken | undefined
  value: SenderEntries
  onChange: (entries: SenderEntries) => void
}

/** Asks whether a token is for the service of another token; if not, how often its service reports. */
export function SenderFields({ other, value, onChange }: Props) {
  return (
    <>
      {other && (
        <Checkbox
          mt="sm"
          size="sm"
          label={text.same(other.name, other.prefix)}
          description={text.sameHint}
          checked={value.isSame}
          onChange={({ currentTarget }) => {
            onChange({ ...value, isSame: currentTarget.checked })
          }}
        />
      )}
      {!(other && value.isSame) && <Rhythm value={value} onChange={onChange} />}
    </>
  )
}

function Rhythm({ value, onChange }: Omit<Props, 'other'>) {
  const { kind, seconds } = value
  return (
    <>
      <NativeSelect
        mt="sm"
        label={text.sender}
        data={[
          { value: '', label: text.choose },
          ...senderKinds.map((sender) => ({ value: sender, label: senders[sender].label })),
        ]}
        value={kind ?? ''}
        onChange={({ currentTarget }) => {
          const chosen = senderKinds.find((sender) => sender === currentTarget.value) ?? null
          onChange({ ...value, kind: chosen, seconds: chosen && senders[chosen].seconds })
        }}
      />
      {kind && senders[kind].seconds !== null && (
        <IntervalField
          value={seconds}
          onChange={(entered) => {
            onChange({ ...value, seconds: entered })
          }}
        />
      )}
    </>
  )
}

/** The missing input about the sender, if the token is the first of its service; undefined if nothing is missing. */
export function missingSender({ kind, seconds }: SenderEntries): string | undefined {
  if (kind === null) return text.missing
  return senders[kind].seconds === null ? undefined : missingInterval(seconds)
}
