import { useCreateMyToken, useTrustedDocuments } from '../../api/auth/tokens.ts'
import { useSession } from '../../api/auth/session.ts'
import { localize } from '../../i18n.ts'
import { CreateToken } from '../../tokens/CreateToken.tsx'
import { exampleRequest } from './exampleRequest.ts'
import { otherPermissions, readPermissions } from './permissionText.ts'

const text = localize(
  {
    title: 'Crear una clave',
    nameHint: 'Para qué es, por ejemplo «Pantalla de la oficina».',
    see: 'Puede ver',
    do: 'Puede hacer',
    advice: 'Guárdala donde la lea tu programa.',
  },
  {
    title: 'Create a token',
    nameHint: 'What it is for, such as “Screen of the office”.',
    see: 'May see',
    do: 'May do',
    advice: 'Keep it where your program reads it.',
  },
)

/** Creates an API token of the operator. Its permissions cannot exceed those of the operator's role. */
export function CreateMyToken({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { permissions } = useSession()
  const create = useCreateMyToken()
  const { data: documents } = useTrustedDocuments(opened)
  // Managing operators requires a session, so a token cannot have this permission.
  const allowed = permissions.filter((permission) => permission !== 'manage:Operator')
  const scopeGroups = [
    { label: text.see, choices: readPermissions(allowed) },
    { label: text.do, choices: otherPermissions(allowed) },
  ].filter(({ choices }) => choices.length > 0)
  return (
    <CreateToken
      opened={opened}
      onClose={onClose}
      title={text.title}
      nameHint={text.nameHint}
      scopeGroups={scopeGroups}
      documents={documents}
      advice={text.advice}
      example={({ token }) => exampleRequest(token)}
      create={create}
    />
  )
}
