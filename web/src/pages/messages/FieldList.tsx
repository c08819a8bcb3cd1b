import { Facts } from '../../ui/Facts.tsx'
import { UNKNOWN } from '../../ui/words.ts'
import { inReadingOrder, labelOf } from './fieldLabels.ts'
import { type Fields, showField } from './fields.ts'

type Props = {
  fields: Fields
  /** Whether to include blank fields. */
  isWhole?: boolean
}

/** The fields of a record, labelled in the terms of the book trade. */
export function FieldList({ fields, isWhole = false }: Props) {
  const shown = inReadingOrder(Object.keys(fields))
    .map((name) => [name, showField(name, fields[name])] as const)
    .filter(([name, value]) => isWhole || (name !== 'line' && value !== UNKNOWN))
  return <Facts names={shown.map(([name]) => labelOf(name))} values={shown.map(([, value]) => value)} />
}
