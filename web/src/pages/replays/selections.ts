import { words } from '../../language.ts'
import { showWhole } from '../../ui/numbers.ts'
import { showExactTime } from '../../ui/times.ts'

const text = words(
  {
    named: (count: number) => (count === 1 ? '1 mensaje elegido' : `${showWhole(count)} mensajes elegidos`),
    failed: 'Los fallidos',
    most: (all: string, limit: string) => `${all}, ${limit} como mucho`,
    code: 'con código',
    sender: 'del remitente',
    document: 'de tipo',
    receivedFrom: 'recibidos desde',
    receivedTo: 'recibidos antes de',
  },
  {
    named: (count) => (count === 1 ? '1 chosen message' : `${showWhole(count)} chosen messages`),
    failed: 'Those that failed',
    most: (all, limit) => `${all}, ${limit} at most`,
    code: 'with the code',
    sender: 'from the sender',
    document: 'of type',
    receivedFrom: 'received from',
    receivedTo: 'received before',
  },
)

const filters = ['document', 'code', 'sender', 'receivedFrom', 'receivedTo'] as const

type Asked = { selection: unknown; selectedCount: number; limit?: number }

/** Describes the selection of a replay, and mentions the limit if it was reached. */
export function selectionInWords({ selection, selectedCount, limit }: Asked): string {
  const asked = asFields(selection)
  if (Array.isArray(asked.messageIds)) return text.named(asked.messageIds.length)
  const told = filters.flatMap((name) => {
    const value = asked[name]
    return typeof value === 'string'
      ? [`${text[name]} ${name.startsWith('received') ? showExactTime(value) : value}`]
      : []
  })
  const all = [text.failed, ...told].join(' ')
  return selectedCount === limit ? text.most(all, showWhole(limit)) : all
}

const asFields = (value: unknown) =>
  (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>
