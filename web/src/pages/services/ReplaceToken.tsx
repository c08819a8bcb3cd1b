import { useState } from 'react'
import { type ServiceToken } from '../../api/auth/tokens.ts'
import { localize } from '../../i18n.ts'
import { CompactButton } from '../../ui/buttons/CompactButton.tsx'
import { CreateServiceToken } from './CreateServiceToken.tsx'

const text = localize(
  { replace: 'Sustituir…', replaceOf: (name: string, prefix: string) => `Sustituir la clave «${name}», ${prefix}` },
  { replace: 'Replace…', replaceOf: (name, prefix) => `Replace the token “${name}”, ${prefix}` },
)

/** Button that creates another token for the service of a token, with the same name and permissions. */
export function ReplaceToken({ token }: { token: ServiceToken }) {
  const [opened, setOpened] = useState(false)
  return (
    <>
      <CompactButton
        aria-label={text.replaceOf(token.name, token.prefix)}
        onClick={() => {
          setOpened(true)
        }}
      >
        {text.replace}
      </CompactButton>
      <CreateServiceToken
        replaced={token}
        opened={opened}
        onClose={() => {
          setOpened(false)
        }}
      />
    </>
  )
}
