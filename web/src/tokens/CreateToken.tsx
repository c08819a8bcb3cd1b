import { type ComponentProps, useState } from 'react'
import { type UseMutationResult } from '@tanstack/react-query'
import { type CreatedToken, type NewApiToken, type TrustedDocument } from '../api/auth/tokens.ts'
import { localize } from '../i18n.ts'
import { Dialog } from '../ui/dialogs/Dialog.tsx'
import { OneTimeSecret } from '../ui/dialogs/OneTimeSecret.tsx'
import { type ScopeGroup } from './ScopeFields.tsx'
import { TokenExample } from './TokenExample.tsx'
import { type TokenEntries, TokenForm } from './TokenForm.tsx'

const text = localize(
  {
    secretTitle: (name: string) => `Clave «${name}»`,
    secret: 'Clave',
    copy: 'Copiar la clave',
  },
  {
    secretTitle: (name) => `Token “${name}”`,
    secret: 'Token',
    copy: 'Copy the token',
  },
)

type Props = {
  opened: boolean
  onClose: () => void
  title: string
  nameHint: string
  scopeGroups: readonly ScopeGroup[]
  /** The operations that the token can be bound to; absent if it cannot be bound. */
  documents?: readonly TrustedDocument[] | undefined
  initial?: TokenEntries | undefined
  more?: ComponentProps<typeof TokenForm>['more']
  /** Called when the form is cancelled, or after the created token was shown. */
  onDone?: () => void
  /** Advice on the use of the created token. */
  advice: string
  /** The command that shows how the token is used. */
  example: (created: CreatedToken) => string
  create: Pick<UseMutationResult<CreatedToken, Error, NewApiToken>, 'mutate' | 'error' | 'isPending' | 'reset'>
}

/** Creates a token, then shows its text once, with an example. */
export function CreateToken({ opened, onClose, onDone, title, advice, example, create, ...formProps }: Props) {
  const [created, setCreated] = useState<CreatedToken>()
  const [count, setCount] = useState(0)
  const { mutate, error, isPending, reset } = create
  // Resets the form, so that the next one begins empty, even if it opens before this one has faded out.
  const finish = () => {
    setCount(count + 1)
    onDone?.()
  }
  // The dialog cannot be closed while the request is pending, because the text of the token would be lost.
  const close = () => {
    if (isPending) return
    onClose()
    reset()
    finish()
  }
  return (
    <>
      <Dialog opened={opened} onClose={close} title={title}>
        <TokenForm
          key={count}
          {...formProps}
          error={error}
          isPending={isPending}
          onCancel={close}
          onCreate={(input) => {
            mutate(input, {
              onSuccess: (result) => {
                onClose()
                reset()
                setCreated(result)
              },
            })
          }}
        />
      </Dialog>
      <OneTimeSecret
        secret={created && describeSecret(created, advice)}
        onClose={() => {
          setCreated(undefined)
          finish()
        }}
      >
        {created && <TokenExample command={example(created)} />}
      </OneTimeSecret>
    </>
  )
}

const describeSecret = ({ token, secret }: CreatedToken, advice: string) => ({
  title: text.secretTitle(token.name),
  value: secret,
  label: text.secret,
  copyLabel: text.copy,
  advice,
})
