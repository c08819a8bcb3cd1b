import { spanishRecordLabels } from '../../../../../src/messages/sinli/labels.ts'
import { localize } from '../../../i18n.ts'

/** Labels of the records that are neither header nor lines. */
export const recordLabels: Partial<Record<string, string>> = localize(spanishRecordLabels, {
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
})
