import { localize } from '../i18n.ts'
import { formatInteger } from '../format/formatNumber.ts'
import { formatExactTime } from '../format/formatTime.ts'

const text = localize(
  {
    named: (count: number) =>
      count === 1 ? '1 mensaje seleccionado' : `${formatInteger(count)} mensajes seleccionados`,
    failed: 'Mensajes fallidos',
    atMost: (description: string, limit: string) => `${description}, ${limit} como mucho`,
    code: 'con código',
    sender: 'del remitente',
    unknownParty: 'de la parte sin registrar',
    document: 'de tipo',
    receivedFrom: 'recibidos desde',
    receivedTo: 'recibidos antes de',
  },
  {
    named: (count) => (count === 1 ? '1 selected message' : `${formatInteger(count)} selected messages`),
    failed: 'Failed messages',
    atMost: (description, limit) => `${description}, ${limit} at most`,
    code: 'with the code',
    sender: 'from the sender',
    unknownParty: 'of the unregistered party',
    document: 'of type',
    receivedFrom: 'received from',
    receivedTo: 'received before',
  },
)

const filters = ['document', 'code', 'sender', 'unknownParty', 'receivedFrom', 'receivedTo'] as const

type ReplayedSelection = { selection: unknown; selectedCount: number; limit?: number }

/** Describes the selection of a replay, and mentions the limit if it was reached. */
export function describeSelection({ selection, selectedCount, limit }: ReplayedSelection): string {
  const fields = toFields(selection)
  if (Array.isArray(fields.messageIds)) return text.named(fields.messageIds.length)
  const conditions = filters.flatMap((name) => {
    const value = fields[name]
    return typeof value === 'string'
      ? [`${text[name]} ${name.startsWith('received') ? formatExactTime(value) : value}`]
      : []
  })
  const description = [text.failed, ...conditions].join(' ')
  return selectedCount === limit ? text.atMost(description, formatInteger(limit)) : description
}

const toFields = (value: unknown) =>
  (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>
