import { type SubmitEvent, useState } from 'react'
import { Button, TextInput } from '@mantine/core'
import { type Credentials, type Role, useAddOperator } from '../../api/auth/operators.ts'
import { ApiError } from '../../api/client/request.ts'
import { localize } from '../../i18n.ts'
import { Dialog, DialogActions } from '../../ui/dialogs/Dialog.tsx'
import { ActionError } from '../../ui/feedback/ActionError.tsx'
import { errorText } from '../../ui/feedback/errorText.ts'
import { commonLabels } from '../../ui/labels.ts'
import { OneTimePassword } from './OneTimePassword.tsx'
import { RoleSelect } from './RoleSelect.tsx'

const text = localize(
  { title: 'Añadir operador', name: 'Nombre', email: 'Correo electrónico', add: 'Añadir' },
  { title: 'Add operator', name: 'Name', email: 'E-mail', add: 'Add' },
)

type Props = { opened: boolean; onClose: () => void }

/** Adds an operator, then shows their generated password once. */
export function AddOperator({ opened, onClose }: Props) {
  const [newCredentials, setNewCredentials] = useState<Credentials>()
  return (
    <>
      <Dialog opened={opened} onClose={onClose} title={text.title}>
        <NewOperatorForm
          onCancel={onClose}
          onAdded={(credentials) => {
            onClose()
            setNewCredentials(credentials)
          }}
        />
      </Dialog>
      <OneTimePassword
        credentials={newCredentials}
        onClose={() => {
          setNewCredentials(undefined)
        }}
      />
    </>
  )
}

type FormProps = { onCancel: () => void; onAdded: (credentials: Credentials) => void }

function NewOperatorForm({ onCancel, onAdded }: FormProps) {
  const [name, setName] = useState('')
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<Role>('lector')
  const { mutate, error, isPending, reset } = useAddOperator()
  const isEmailTaken = error instanceof ApiError && error.sentence === 'EMAIL_TAKEN'

  const add = (event: SubmitEvent) => {
    event.preventDefault()
    mutate({ name: name.trim(), email: email.trim(), role }, { onSuccess: onAdded })
  }
  return (
    <form onSubmit={add}>
      <TextInput
        label={text.name}
        required
        withAsterisk={false}
        maxLength={100}
        autoComplete="off"
        data-autofocus
        value={name}
        onChange={(event) => {
          setName(event.currentTarget.value)
        }}
      />
      <TextInput
        mt="sm"
        label={text.email}
        type="email"
        required
        withAsterisk={false}
        maxLength={254}
        autoComplete="off"
        value={email}
        error={isEmailTaken && errorText(error)}
        onChange={(event) => {
          setEmail(event.currentTarget.value)
          reset()
        }}
      />
      <RoleSelect value={role} onChange={setRole} />
      <ActionError error={isEmailTaken ? null : error} />
      <DialogActions>
        <Button variant="default" size="sm" onClick={onCancel}>
          {commonLabels.cancel}
        </Button>
        <Button type="submit" size="sm" loading={isPending}>
          {text.add}
        </Button>
      </DialogActions>
    </form>
  )
}
