import { useCreateServiceToken } from '../../api/auth/tokens.ts'
import { localize } from '../../i18n.ts'
import { CreateToken } from '../../tokens/CreateToken.tsx'
import { serviceScopes } from './scopeText.ts'

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

/** Creates a token for a service. */
export function CreateServiceToken({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const create = useCreateServiceToken()
  return (
    <CreateToken
      opened={opened}
      onClose={onClose}
      title={text.title}
      nameHint={text.nameHint}
      scopeGroups={scopeGroups}
      advice={text.advice}
      example={exampleOf}
      create={create}
    />
  )
}

const exampleOf = () => `curl -H "Authorization: Bearer $VIGIA_TOKEN" ${location.origin}/ingest/v1/whoami`
