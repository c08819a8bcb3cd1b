import { useSinliLibraries } from '../../../api/messages/messages.ts'
import { localize } from '../../../i18n.ts'
import { ChoiceFilter } from '../../../ui/list/ChoiceFilter.tsx'
import { FilterBar } from '../../../ui/list/FilterBar.tsx'
import { DateTimeFilter } from '../../../ui/list/DateTimeFilter.tsx'
import { filterField } from '../../../ui/list/filterField.ts'
import { type Suggestion, AutocompleteFilter } from '../../../ui/list/AutocompleteFilter.tsx'
import { formatInteger } from '../../../format/formatNumber.ts'
import { sinliStatusLabels } from '../statusLabels.ts'
import { commonLabels } from '../../../ui/labels.ts'
import { codeGroups } from '../codes.ts'
import { documentNames } from '../documents.ts'
import { type MessageFilters } from './filters.ts'
import { statuses } from '../statuses.ts'

type Props = {
  filters: MessageFilters
  /** The number of matching messages; undefined while loading. */
  total: number | undefined
  /** The parties of the messages on screen, as suggestions. */
  parties: readonly Suggestion[]
  onChange: (filters: MessageFilters) => void
}

const text = localize(
  {
    document: 'Documento',
    sender: 'Remitente',
    receiver: 'Destinatario',
    library: 'Librería',
    id: 'Id. SINLI o nombre',
    code: 'Código',
    libraryCode: 'Código o nombre',
    failures: 'Fallos',
    warnings: 'Avisos',
    from: 'Recibido desde',
    to: 'Recibido hasta',
    triedFrom: 'Procesado desde',
    triedTo: 'Procesado hasta',
    triedStatus: 'Resultado entonces',
    triedCode: 'Código entonces',
    content: 'Contenido',
    partly: 'No del todo legible',
    messages: (count: number) => (count === 1 ? '1 mensaje' : `${formatInteger(count)} mensajes`),
  },
  {
    document: 'Document',
    sender: 'Sender',
    receiver: 'Receiver',
    library: 'Bookshop',
    id: 'SINLI id or name',
    code: 'Code',
    libraryCode: 'Code or name',
    failures: 'Failures',
    warnings: 'Warnings',
    from: 'Received from',
    to: 'Received until',
    triedFrom: 'Processed from',
    triedTo: 'Processed until',
    triedStatus: 'Result then',
    triedCode: 'Code then',
    content: 'Content',
    partly: 'Not all legible',
    messages: (count) => (count === 1 ? '1 message' : `${formatInteger(count)} messages`),
  },
)
const statusChoices = statuses.map((status) => ({ value: status, label: sinliStatusLabels[status] }))
const documentTypes = Object.entries(documentNames).map(([value, name]) => ({
  value,
  label: capitalize(name ?? value),
}))
const codes = [
  { group: text.failures, items: codeGroups.failures.map(toSuggestion) },
  { group: text.warnings, items: codeGroups.warnings.map(toSuggestion) },
]

/** The filters of the list of messages. */
export function MessageFilterBar({ filters, total, parties, onChange }: Props) {
  const libraries = useSinliLibraries().map(({ id, name }) => ({ value: id, label: name }))
  const field = filterField(filters, onChange)
  return (
    <FilterBar
      filterCount={Object.keys(filters).length}
      onClear={() => {
        onChange({})
      }}
      resultCount={total === undefined ? undefined : text.messages(total)}
    >
      <ChoiceFilter {...field('status')} label={commonLabels.state} choices={statusChoices} />
      <AutocompleteFilter
        {...field('code')}
        label={text.code}
        placeholder="REMITENTE_DESCONOCIDO"
        suggestions={codes}
      />
      <AutocompleteFilter
        {...field('document')}
        label={text.document}
        placeholder="ENVIO"
        suggestions={documentTypes}
      />
      <AutocompleteFilter {...field('sender')} label={text.sender} placeholder={text.id} suggestions={parties} />
      <AutocompleteFilter {...field('receiver')} label={text.receiver} placeholder={text.id} suggestions={parties} />
      <AutocompleteFilter
        {...field('library')}
        label={text.library}
        placeholder={text.libraryCode}
        suggestions={libraries}
      />
      <DateTimeFilter {...field('from')} label={text.from} ambiguous="first" />
      <DateTimeFilter {...field('to')} label={text.to} ambiguous="last" />
      {isFilteredByAttempt(filters) && (
        <>
          <DateTimeFilter {...field('triedFrom')} label={text.triedFrom} ambiguous="first" />
          <DateTimeFilter {...field('triedTo')} label={text.triedTo} ambiguous="last" />
          <ChoiceFilter {...field('triedStatus')} label={text.triedStatus} choices={statusChoices} />
          <AutocompleteFilter
            {...field('triedCode')}
            label={text.triedCode}
            placeholder="REMITENTE_DESCONOCIDO"
            suggestions={codes}
          />
        </>
      )}
      {filters.content && (
        <ChoiceFilter {...field('content')} label={text.content} choices={[{ value: 'partly', label: text.partly }]} />
      )}
    </FilterBar>
  )
}

// Only links from an incident set these filters, so they are shown only if set.
function isFilteredByAttempt({ triedFrom, triedTo, triedStatus, triedCode }: MessageFilters): boolean {
  return (triedFrom ?? triedTo ?? triedStatus ?? triedCode) !== undefined
}

function toSuggestion(code: string): Suggestion {
  return { value: code, label: code }
}

function capitalize(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1)
}
