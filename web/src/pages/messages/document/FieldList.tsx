import { DescriptionList } from '../../../ui/display/DescriptionList.tsx'
import { NO_VALUE } from '../../../format/noValue.ts'
import { sortFields, fieldLabel } from './fieldLabels.ts'
import { type RecordFields, formatField } from './fields.ts'

type Props = {
  fields: RecordFields
  /** Whether to include blank fields. */
  includesBlank?: boolean
}

/** The fields of a record, labelled in the terms of the book trade. */
export function FieldList({ fields, includesBlank = false }: Props) {
  const visible = sortFields(Object.keys(fields))
    .map((field) => ({ field, name: fieldLabel(field), value: formatField(field, fields[field]) }))
    .filter(({ field, value }) => includesBlank || (field !== 'line' && value !== NO_VALUE))
  return <DescriptionList items={visible} />
}
