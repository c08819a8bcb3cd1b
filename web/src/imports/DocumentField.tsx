import { type DragEvent, useState } from 'react'
import { FileButton, Textarea } from '@mantine/core'
import { formatInteger } from '../format/formatNumber.ts'
import { localize } from '../i18n.ts'
import { CompactButton } from '../ui/buttons/CompactButton.tsx'
import classes from './DocumentField.module.css'
import { type DocumentSource, emptySource, sourceOf } from './documentSource.ts'
import { type DocumentProblem } from './readDocument.ts'

const text = localize(
  {
    label: 'Documento OpenAPI',
    hint: 'De la versión 3.0 o 3.1, en JSON, de hasta 5 MB. Elige un archivo, arrástralo aquí o pega su texto.',
    choose: 'Elegir archivo…',
    remove: 'Quitar',
    file: (name: string, kilobytes: string) => `${name} (${kilobytes} kB)`,
  },
  {
    label: 'OpenAPI document',
    hint: 'Of version 3.0 or 3.1, in JSON, of at most 5 MB. Choose a file, drop it here or paste its text.',
    choose: 'Choose a file…',
    remove: 'Remove',
    file: (name, kilobytes) => `${name} (${kilobytes} kB)`,
  },
)

const problemTexts: Record<Exclude<DocumentProblem, 'empty'>, string> = localize(
  {
    yaml: 'Es YAML, y aquí hace falta JSON: conviértelo antes, por ejemplo con «npx js-yaml openapi.yaml».',
    notJson: 'No es JSON válido: comprueba que el texto esté completo.',
    notOpenApi: 'No es un documento OpenAPI: debe ser un objeto JSON.',
    tooLarge: 'Ocupa más de 5 MB.',
  },
  {
    yaml: 'This is YAML, but JSON is needed here: convert it first, for example with “npx js-yaml openapi.yaml”.',
    notJson: 'This is not valid JSON: check that the text is complete.',
    notOpenApi: 'This is not an OpenAPI document: it must be a JSON object.',
    tooLarge: 'It is larger than 5 MB.',
  },
)

type Props = { source: DocumentSource; onChange: (source: DocumentSource) => void }

/** Takes a document as a file that is chosen or dropped, or as a pasted text. */
export function DocumentField({ source, onChange }: Props) {
  const [isOver, setOver] = useState(false)
  const { problem } = source
  const error = problem === null || problem === 'empty' ? null : problemTexts[problem]
  const read = async (file: File | null | undefined) => {
    if (file) onChange(sourceOf(await file.text(), file.name))
  }
  return (
    <div
      className={classes.target}
      data-over={isOver || undefined}
      onDragOver={(event: DragEvent) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => {
        setOver(false)
      }}
      onDrop={(event: DragEvent) => {
        event.preventDefault()
        setOver(false)
        void read(event.dataTransfer.files[0])
      }}
    >
      {source.fileName === null ? (
        <PastedText source={source} error={error} onChange={onChange} />
      ) : (
        <ChosenFile source={source} error={error} />
      )}
      <div className={classes.actions}>
        <FileButton accept=".json,.yaml,.yml,application/json" onChange={(file) => void read(file)}>
          {(props) => <CompactButton {...props}>{text.choose}</CompactButton>}
        </FileButton>
        {source.fileName !== null && (
          <CompactButton
            onClick={() => {
              onChange(emptySource)
            }}
          >
            {text.remove}
          </CompactButton>
        )}
      </div>
    </div>
  )
}

type FieldProps = Props & { error: string | null }

function PastedText({ source, error, onChange }: FieldProps) {
  return (
    <Textarea
      label={text.label}
      description={text.hint}
      error={error}
      rows={6}
      spellCheck={false}
      autoComplete="off"
      classNames={{ input: classes.text }}
      value={source.text}
      onChange={({ currentTarget }) => {
        onChange(sourceOf(currentTarget.value, null))
      }}
    />
  )
}

function ChosenFile({ source, error }: Omit<FieldProps, 'onChange'>) {
  const kilobytes = formatInteger(Math.ceil(source.text.length / 1024))
  return (
    <div role="group" aria-label={text.label}>
      <p role="status">{text.file(source.fileName ?? '', kilobytes)}</p>
      {error !== null && (
        <p role="alert" className={classes.problem}>
          {error}
        </p>
      )}
    </div>
  )
}
