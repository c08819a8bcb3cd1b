import { type ReactNode, type SubmitEvent, useState } from 'react'
import { Button, NativeSelect, TextInput } from '@mantine/core'
import { type NewApiToken, type TrustedDocument } from '../api/auth/tokens.ts'
import { localize } from '../i18n.ts'
import { ActionError } from '../ui/feedback/ActionError.tsx'
import { DialogActions } from '../ui/dialogs/Dialog.tsx'
import { HintedButton } from '../ui/buttons/HintedButton.tsx'
import { commonLabels } from '../ui/labels.ts'
import { type ScopeGroup, ScopeFields } from './ScopeFields.tsx'

const text = localize(
  {
    name: 'Nombre',
    expires: 'Caduca',
    inDays: (days: number) => `En ${String(days)} días`,
    document: 'Solo para una operación (opcional)',
    documentHint: 'Con la clave no se podrá pedir nada más. Sus permisos deben alcanzar para esa operación.',
    anyDocument: 'Cualquiera que permitan sus permisos',
    create: 'Crear clave',
    nameMissing: 'Falta el nombre.',
    scopeMissing: 'Falta algún permiso.',
  },
  {
    name: 'Name',
    expires: 'Expires',
    inDays: (days) => `In ${String(days)} days`,
    document: 'For one operation only (optional)',
    documentHint: 'The token allows nothing else. Its permissions must be enough for that operation.',
    anyDocument: 'Any that its permissions allow',
    create: 'Create token',
    nameMissing: 'The name is missing.',
    scopeMissing: 'A permission is missing.',
  },
)

/** Lifetimes to choose from, in days; the server allows 1 to 365. */
const lifetimes = [7, 30, 90, 180, 365]
const DEFAULT_LIFETIME = 90

export type TokenEntries = Pick<NewApiToken, 'name'> & { scopes: string[] }

type Props = {
  nameHint: string
  scopeGroups: readonly ScopeGroup[]
  /** The operations that the token can be bound to; absent if it cannot be bound. */
  documents?: readonly TrustedDocument[] | undefined
  /** The initial input. */
  initial?: TokenEntries | undefined
  /** Fields for one kind of token, given the present input. `missing` names missing input and disables the button. */
  more?: ((entered: TokenEntries) => { fields: ReactNode; missing: string | undefined }) | undefined
  error: Error | null
  isPending: boolean
  onCreate: (input: NewApiToken) => void
  onCancel: () => void
}

/** Form for the name, the scopes and the lifetime of a new token, and for the only operation that it allows. */
export function TokenForm(props: Props) {
  const { nameHint, scopeGroups, documents, initial, more, error, isPending, onCreate, onCancel } = props
  const [name, setName] = useState(initial?.name ?? '')
  const [scopes, setScopes] = useState(initial?.scopes ?? [])
  const [days, setDays] = useState(DEFAULT_LIFETIME)
  const [documentId, setDocumentId] = useState('')
  const others = more?.({ name: name.trim(), scopes })
  const create = (event: SubmitEvent) => {
    event.preventDefault()
    onCreate({ name: name.trim(), scopes, expiresInDays: days, documentId: documentId === '' ? null : documentId })
  }
  return (
    <form onSubmit={create}>
      <NameField hint={nameHint} value={name} onChange={setName} />
      {scopeGroups.map((group) => (
        <ScopeFields key={group.label} group={group} value={scopes} onChange={setScopes} />
      ))}
      {others?.fields}
      <NativeSelect
        mt="sm"
        label={text.expires}
        data={lifetimes.map((value) => ({ value: String(value), label: text.inDays(value) }))}
        value={String(days)}
        onChange={({ currentTarget }) => {
          setDays(Number(currentTarget.value))
        }}
      />
      {documents && <DocumentField documents={documents} value={documentId} onChange={setDocumentId} />}
      <ActionError error={error} />
      <DialogActions>
        <Button variant="default" size="sm" onClick={onCancel} disabled={isPending}>
          {commonLabels.cancel}
        </Button>
        <HintedButton size="sm" loading={isPending} missing={describeMissing(name, scopes) ?? others?.missing}>
          {text.create}
        </HintedButton>
      </DialogActions>
    </form>
  )
}

function describeMissing(name: string, scopes: readonly string[]): string | undefined {
  if (name.trim() === '') return text.nameMissing
  return scopes.length === 0 ? text.scopeMissing : undefined
}

function NameField({ hint, value, onChange }: { hint: string; value: string; onChange: (name: string) => void }) {
  return (
    <TextInput
      label={text.name}
      description={hint}
      maxLength={100}
      autoComplete="off"
      data-autofocus
      value={value}
      onChange={({ currentTarget }) => {
        onChange(currentTarget.value)
      }}
    />
  )
}

type DocumentFieldProps = { documents: readonly TrustedDocument[]; value: string; onChange: (id: string) => void }

function DocumentField({ documents, value, onChange }: DocumentFieldProps) {
  return (
    <NativeSelect
      mt="sm"
      label={text.document}
      description={text.documentHint}
      data={[{ value: '', label: text.anyDocument }, ...documents.map(({ id, name }) => ({ value: id, label: name }))]}
      value={value}
      onChange={({ currentTarget }) => {
        onChange(currentTarget.value)
      }}
    />
  )
}
