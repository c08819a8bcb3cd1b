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
    .map((name) => [name, formatField(name, fields[name])] as const)
    .filter(([name, value]) => includesBlank || (name !== 'line' && value !== NO_VALUE))
  return (
    <DescriptionList names={visible.map(([name]) => fieldLabel(name))} values={visible.map(([, value]) => value)} />
  )
}
