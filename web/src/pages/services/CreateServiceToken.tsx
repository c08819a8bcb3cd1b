import { useState } from 'react'
import { type NewApiToken, type ServiceToken, useCreateServiceToken, useServiceTokens } from '../../api/auth/tokens.ts'
import { localize } from '../../i18n.ts'
import { serviceScopes } from '../../services/scopeText.ts'
import { CreateToken } from '../../tokens/CreateToken.tsx'
import { type TokenEntries } from '../../tokens/TokenForm.tsx'
import { missingSender, type SenderEntries, SenderFields } from './SenderFields.tsx'
import { senderExample } from './senders.ts'

const text = localize(
  {
    title: 'Crear una clave de servicio',
    nameHint: 'El servicio que la usa, por ejemplo «Pedidos». Así se le nombra si se queda callado.',
    sends: 'Puede enviar',
    advice: 'Ponla en la configuración del servicio.',
  },
  {
    title: 'Create a service token',
    nameHint: 'The service that uses it, such as “Orders”. It is named so if it falls silent.',
    sends: 'May send',
    advice: 'Put it into the configuration of the service.',
  },
)

const scopeGroups = [{ label: text.sends, choices: serviceScopes }]

const REPORTS = 'ingest:observations'

const nothing: SenderEntries = { isSame: true, kind: null, seconds: null }

type Props = {
  opened: boolean
  onClose: () => void
  /** The token to be replaced by the new one, if it is known. */
  replaced?: ServiceToken
}

/** Creates a token for a new service, or for the service of an existing token. */
export function CreateServiceToken({ opened, onClose, replaced }: Props) {
  const { data: tokens = [] } = useServiceTokens()
  const { mutate, ...create } = useCreateServiceToken()
  const [entries, setEntries] = useState(nothing)
  const otherOf = (name: string) => replaced ?? tokens.find((token) => token.name === name)
  const toInput = (input: NewApiToken): NewApiToken => {
    const other = otherOf(input.name)
    if (other && entries.isSame) return { ...input, replaces: other.id }
    return input.scopes.includes(REPORTS) ? { ...input, reportsEverySeconds: entries.seconds } : input
  }
  const more = ({ name, scopes }: TokenEntries) => {
    const other = otherOf(name)
    const isAsked = other !== undefined || scopes.includes(REPORTS)
    const isSame = other !== undefined && entries.isSame
    return {
      fields: isAsked && <SenderFields other={other} value={entries} onChange={setEntries} />,
      missing: isSame || !scopes.includes(REPORTS) ? undefined : missingSender(entries),
    }
  }
  return (
    <CreateToken
      opened={opened}
      onClose={onClose}
      onDone={() => {
        setEntries(nothing)
      }}
      title={text.title}
      nameHint={text.nameHint}
      scopeGroups={scopeGroups}
      initial={replaced && { name: replaced.name, scopes: [...replaced.scopes] }}
      more={more}
      advice={text.advice}
      example={() => senderExample(entries.kind, location.origin, entries.seconds)}
      create={{
        ...create,
        mutate: (input, options) => {
          mutate(toInput(input), options)
        },
      }}
    />
  )
}
