import { localize } from '../../../i18n.ts'

/** Labels of the records that are neither header nor lines. */
export const recordLabels: Partial<Record<string, string>> = localize(
  {
    furtherHeaders: 'Otras cabeceras',
    texts: 'Textos',
    vat: 'IVA',
    deliveryPoints: 'Puntos de entrega',
    dropshipments: 'Entregas directas',
    statuses: 'Estado de los artículos pendientes',
    rejections: 'Rechazos',
    deliveryNoteVat: 'IVA por albarán',
    dueDates: 'Vencimientos',
    tickets: 'Tickets',
  },
  {
    furtherHeaders: 'Further headers',
    texts: 'Texts',
    vat: 'VAT',
    deliveryPoints: 'Delivery points',
    dropshipments: 'Direct deliveries',
    statuses: 'State of pending articles',
    rejections: 'Rejections',
    deliveryNoteVat: 'VAT by delivery note',
    dueDates: 'Due dates',
    tickets: 'Tickets',
  },
)
