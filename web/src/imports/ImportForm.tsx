import { type SubmitEvent } from 'react'
import { Button, TextInput } from '@mantine/core'
import { localize } from '../i18n.ts'
import { DialogActions } from '../ui/dialogs/Dialog.tsx'
import { HintedButton } from '../ui/buttons/HintedButton.tsx'
import { commonLabels } from '../ui/labels.ts'
import { DocumentField } from './DocumentField.tsx'
import { type DocumentSource } from './documentSource.ts'
import classes from './ImportSteps.module.css'
import { ImportRefusal } from './ImportRefusal.tsx'
import { isServiceName } from './readDocument.ts'

const text = localize(
  {
    purpose:
      'Cada operación bajo /api/admin/ será un endpoint del inventario. El documento sustituye al anterior del mismo servicio: lo que ya no esté se retira, salvo que el documento parezca incompleto.',
    service: 'Servicio',
    serviceHint: 'El mismo nombre en cada importación, por ejemplo «inventory».',
    serviceMissing: 'Falta el nombre del servicio.',
    serviceWrong: 'El nombre tiene hasta 64 minúsculas, cifras, «.», «_» y «-», y no es «vigia».',
    check: 'Comprobar',
    documentMissing: 'Falta el documento.',
    documentWrong: 'El documento no sirve.',
  },
  {
    purpose:
      'Each operation under /api/admin/ becomes an endpoint of the inventory. The document replaces the earlier one of the same service: what is not in it any more is retired, unless the document seems incomplete.',
    service: 'Service',
    serviceHint: 'The same name for each import, such as “inventory”.',
    serviceMissing: 'The name of the service is missing.',
    serviceWrong: 'The name has up to 64 lower-case letters, digits, “.”, “_” and “-”, and is not “vigia”.',
    check: 'Check',
    documentMissing: 'The document is missing.',
    documentWrong: 'The document cannot be used.',
  },
)

type Draft = { service: string; source: DocumentSource }

type Props = {
  draft: Draft
  error: Error | null
  isPending: boolean
  onChange: (draft: Draft) => void
  onCheck: () => void
  onCancel: () => void
}

/** Form for the service and its document. */
export function ImportForm({ draft, error, isPending, onChange, onCheck, onCancel }: Props) {
  const { service, source } = draft
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    onCheck()
  }
  return (
    <form className={classes.form} onSubmit={submit}>
      <p className={classes.aside}>{text.purpose}</p>
      <TextInput
        label={text.service}
        description={text.serviceHint}
        maxLength={64}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        data-autofocus
        value={service}
        onChange={({ currentTarget }) => {
          onChange({ ...draft, service: currentTarget.value })
        }}
      />
      <DocumentField
        source={source}
        onChange={(next) => {
          onChange({ ...draft, source: next })
        }}
      />
      <ImportRefusal error={error} />
      <DialogActions>
        <Button size="sm" variant="default" onClick={onCancel}>
          {commonLabels.cancel}
        </Button>
        <HintedButton size="sm" loading={isPending} missing={describeMissing(draft)}>
          {text.check}
        </HintedButton>
      </DialogActions>
    </form>
  )
}

function describeMissing({ service, source: { problem } }: Draft): string | undefined {
  if (service.trim() === '') return text.serviceMissing
  if (!isServiceName(service.trim())) return text.serviceWrong
  if (problem === null) return undefined
  return problem === 'empty' ? text.documentMissing : text.documentWrong
}
