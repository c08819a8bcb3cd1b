import { labelFromName, spanishFieldLabel, spanishFieldLabels } from '../../../../../src/messages/sinli/labels.ts'
import { localize } from '../../../i18n.ts'

/**
 * The label of a field. In English, and if the trade has no term, it is made of the words of the field's identifier.
 */
export const fieldLabel: (field: string) => string = localize(spanishFieldLabel, labelFromName)

const readingOrder = new Map(Object.keys(spanishFieldLabels).map((field, index) => [field, index]))
const readingIndex = (field: string) => readingOrder.get(field) ?? readingOrder.size

/** Sorts field names into reading order; those without a Spanish label come last. */
export const sortFields = (fields: readonly string[]): string[] =>
  fields.toSorted((a, b) => readingIndex(a) - readingIndex(b))
