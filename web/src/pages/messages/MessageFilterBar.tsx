import { useSinliLibraries } from '../../api/messages.ts'
import { words } from '../../language.ts'
import { ChoiceFilter } from '../../ui/list/fields.tsx'
import { FilterBar } from '../../ui/list/FilterBar.tsx'
import { MomentFilter } from '../../ui/list/MomentFilter.tsx'
import { filterField } from '../../ui/list/filterField.ts'
import { type Suggestion, SuggestFilter } from '../../ui/list/SuggestFilter.tsx'
import { showWhole } from '../../ui/numbers.ts'
import { sinliStatusLabels } from '../../ui/sinliStatus.ts'
import { common } from '../../ui/words.ts'
import { codeGroups } from './codes.ts'
import { documentNames } from './documents.ts'
import { type MessageFilters } from './filters.ts'
import { statuses } from './statuses.ts'

type Props = {
  filters: MessageFilters
  /** The number of matching messages; undefined while loading. */
  total: number | undefined
  /** The parties of the messages on screen, as suggestions. */
  parties: readonly Suggestion[]
  onChange: (filters: MessageFilters) => void
}

const text = words(
  {
    document: 'Documento',
    sender: 'Remitente',
    receiver: 'Destinatario',
    library: 'Librería',
    id: 'Id. SINLI o nombre',
    code: 'Código',
    libraryCode: 'Código o nombre',
    failures: 'Por qué fallan',
    warnings: 'Qué tienen de raro',
    from: 'Recibido desde',
    to: 'Recibido hasta',
    messages: (count: number) => (count === 1 ? '1 mensaje' : `${showWhole(count)} mensajes`),
  },
  {
    document: 'Document',
    sender: 'Sender',
    receiver: 'Receiver',
    library: 'Bookshop',
    id: 'SINLI id or name',
    code: 'Code',
    libraryCode: 'Code or name',
    failures: 'Why they fail',
    warnings: 'What is odd about them',
    from: 'Received from',
    to: 'Received until',
    messages: (count) => (count === 1 ? '1 message' : `${showWhole(count)} messages`),
  },
)
const statusChoices = statuses.map((status) => ({ value: status, label: sinliStatusLabels[status] }))
const documentTypes = Object.entries(documentNames).map(([value, name]) => ({ value, label: capital(name ?? value) }))
const codes = [
  { group: text.failures, items: codeGroups.failures.map(asItself) },
  { group: text.warnings, items: codeGroups.warnings.map(asItself) },
]

/** The filters of the list of messages. */
export function MessageFilterBar({ filters, total, parties, onChange }: Props) {
  const libraries = useSinliLibraries().map(({ id, name }) => ({ value: id, label: name }))
  const field = filterField(filters, onChange)
  return (
    <FilterBar
      isFiltered={Object.keys(filters).length > 0}
      onClear={() => {
        onChange({})
      }}
      shown={total === undefined ? undefined : text.messages(total)}
    >
      <ChoiceFilter {...field('status')} label={common.state} choices={statusChoices} />
      <SuggestFilter {...field('code')} label={text.code} placeholder="REMITENTE_DESCONOCIDO" suggestions={codes} />
      <SuggestFilter {...field('document')} label={text.document} placeholder="ENVIO" suggestions={documentTypes} />
      <SuggestFilter {...field('sender')} label={text.sender} placeholder={text.id} suggestions={parties} />
      <SuggestFilter {...field('receiver')} label={text.receiver} placeholder={text.id} suggestions={parties} />
      <SuggestFilter
        {...field('library')}
        label={text.library}
        placeholder={text.libraryCode}
        suggestions={libraries}
      />
      <MomentFilter {...field('from')} label={text.from} ambiguous="first" />
      <MomentFilter {...field('to')} label={text.to} ambiguous="last" />
    </FilterBar>
  )
}

function asItself(code: string): Suggestion {
  return { value: code, label: code }
}

function capital(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1)
}
