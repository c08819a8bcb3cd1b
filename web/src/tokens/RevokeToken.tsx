import { useState } from 'react'
import { type UseMutationResult } from '@tanstack/react-query'
import { type ApiToken } from '../api/auth/tokens.ts'
import { localize } from '../i18n.ts'
import { CompactButton } from '../ui/buttons/CompactButton.tsx'
import { ConfirmDialog } from '../ui/dialogs/ConfirmDialog.tsx'

const text = localize(
  {
    revoke: 'Revocar…',
    revokeOf: (name: string, prefix: string) => `Revocar la clave «${name}», ${prefix}`,
    title: (name: string) => `Revocar la clave «${name}»`,
    confirm: 'Revocar',
    effect: 'Deja de valer de inmediato y se cierran sus conexiones. No se puede deshacer.',
  },
  {
    revoke: 'Revoke…',
    revokeOf: (name, prefix) => `Revoke the token “${name}”, ${prefix}`,
    title: (name) => `Revoke the token “${name}”`,
    confirm: 'Revoke',
    effect: 'It stops working at once, and its connections are closed. This cannot be undone.',
  },
)

type Props = {
  token: Pick<ApiToken, 'id' | 'name' | 'prefix'>
  revoke: Pick<UseMutationResult<unknown, Error, string>, 'mutate' | 'error' | 'isPending' | 'reset'>
}

/** Button that revokes a token, after a confirmation. */
export function RevokeToken({ token: { id, name, prefix }, revoke: { mutate, error, isPending, reset } }: Props) {
  const [isConfirming, setConfirming] = useState(false)
  return (
    <>
      <CompactButton
        aria-label={text.revokeOf(name, prefix)}
        onClick={() => {
          setConfirming(true)
        }}
      >
        {text.revoke}
      </CompactButton>
      <ConfirmDialog
        danger
        opened={isConfirming}
        onClose={() => {
          setConfirming(false)
          reset()
        }}
        title={text.title(name)}
        confirmLabel={text.confirm}
        error={error}
        isPending={isPending}
        onConfirm={() => {
          mutate(id)
        }}
      >
        {text.effect}
      </ConfirmDialog>
    </>
  )
}
