import { type SubmitEvent, useState } from 'react'
import { Button, TextInput } from '@mantine/core'
import { type Credentials, type Role, useAddOperator } from '../../api/operators.ts'
import { Refused } from '../../api/request.ts'
import { words } from '../../language.ts'
import { Dialog, DialogActions } from '../../ui/Dialog.tsx'
import { Refusal } from '../../ui/Refusal.tsx'
import { common } from '../../ui/words.ts'
import { OneTimePassword } from './OneTimePassword.tsx'
import { inWords } from './refusals.ts'
import { RoleChoice } from './RoleChoice.tsx'

const text = words(
  { title: 'Añadir operador', name: 'Nombre', email: 'Correo electrónico', add: 'Añadir' },
  { title: 'Add operator', name: 'Name', email: 'E-mail', add: 'Add' },
)

type Props = { opened: boolean; onClose: () => void }

/** Adds an operator, then shows their generated password once. */
export function AddOperator({ opened, onClose }: Props) {
  const [added, setAdded] = useState<Credentials>()
  return (
    <>
      <Dialog opened={opened} onClose={onClose} title={text.title}>
        <NewOperatorForm
          onCancel={onClose}
          onAdded={(credentials) => {
            onClose()
            setAdded(credentials)
          }}
        />
      </Dialog>
      <OneTimePassword
        credentials={added}
        onClose={() => {
          setAdded(undefined)
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
  const isTaken = error instanceof Refused && error.code === 'CONFLICT'
  const refusal = inWords('add', error)

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
        error={isTaken && refusal?.message}
        onChange={(event) => {
          setEmail(event.currentTarget.value)
          reset()
        }}
      />
      <RoleChoice value={role} onChange={setRole} />
      <Refusal error={isTaken ? null : refusal} />
      <DialogActions>
        <Button variant="default" size="sm" onClick={onCancel}>
          {common.cancel}
        </Button>
        <Button type="submit" size="sm" loading={isPending}>
          {text.add}
        </Button>
      </DialogActions>
    </form>
  )
}
