import { type LoggedDelivery } from '../../../api/incidents/destinations.ts'
import { formatInteger } from '../../../format/formatNumber.ts'
import { localize } from '../../../i18n.ts'
import { CompactButton } from '../../../ui/buttons/CompactButton.tsx'
import { StatusDot } from '../../../ui/display/StatusDot.tsx'
import { Timestamp } from '../../../ui/display/Timestamp.tsx'
import { type Column } from '../../../ui/table/columns.ts'
import { NO_VALUE } from '../../../format/noValue.ts'
import { deliveryStatuses, deliveryTitle } from '../labels.ts'

const text = localize(
  {
    at: 'Cuándo',
    what: 'Mensaje',
    status: 'Estado',
    attempts: 'Intentos',
    answer: 'Respuesta',
    actions: 'Acciones',
    open: 'Ver intentos',
    openOne: (title: string) => `Ver intentos de ${title}`,
    code: (status: number, ms: string) => `${String(status)} en ${ms} ms`,
    none: 'Sin respuesta',
  },
  {
    at: 'When',
    what: 'Message',
    status: 'State',
    attempts: 'Attempts',
    answer: 'Answer',
    actions: 'Actions',
    open: 'See attempts',
    openOne: (title) => `See attempts of ${title}`,
    code: (status, ms) => `${String(status)} in ${ms} ms`,
    none: 'No answer',
  },
)

/** Columns of the delivery log; `onOpen` shows the attempts of a delivery. */
export const deliveryColumns = (onOpen: (id: string) => void): readonly Column<LoggedDelivery>[] => [
  {
    id: 'at',
    title: text.at,
    width: 150,
    cell: ({ createdAt }) => <Timestamp at={createdAt} />,
    timeOf: ({ createdAt }) => createdAt,
  },
  { id: 'what', title: text.what, wide: true, cell: deliveryTitle },
  {
    id: 'status',
    isClear: true,
    title: text.status,
    width: 170,
    cell: ({ status }) => <StatusDot tone={deliveryStatuses[status].tone}>{deliveryStatuses[status].label}</StatusDot>,
  },
  {
    id: 'attempts',
    title: text.attempts,
    width: 90,
    align: 'end',
    cell: ({ attempts }) => formatInteger(attempts.length),
  },
  { id: 'answer', title: text.answer, width: 140, cell: lastAnswer },
  {
    id: 'actions',
    title: text.actions,
    isTitleHidden: true,
    width: 130,
    wide: 'last',
    cell: (delivery) => (
      <CompactButton
        aria-label={text.openOne(deliveryTitle(delivery))}
        onClick={() => {
          onOpen(delivery.id)
        }}
      >
        {text.open}
      </CompactButton>
    ),
  },
]

function lastAnswer({ attempts }: LoggedDelivery): string {
  const attempt = attempts.at(-1)
  if (!attempt) return NO_VALUE
  return attempt.status === null ? text.none : text.code(attempt.status, formatInteger(attempt.milliseconds))
}
