/** The change of one field: its value before and after; a side without the field has no value. */
export type FieldChange = {
  field: string
  change: 'added' | 'removed' | 'changed' | 'same'
  before?: unknown
  after?: unknown
}

/** The fields of both sides, the changed ones first. A side that is not an object counts as one nameless field. */
export function differences(before: unknown, after: unknown): FieldChange[] {
  const [was, is] = [fieldsOf(before), fieldsOf(after)]
  const names = [...new Set([...Object.keys(was), ...Object.keys(is)])]
  const changes = names.map((field) => compare(field, was, is))
  return [...changes.filter(({ change }) => change !== 'same'), ...changes.filter(({ change }) => change === 'same')]
}

type Fields = Record<string, unknown>

function fieldsOf(side: unknown): Fields {
  if (side === null || side === undefined) return {}
  return isRecord(side) ? side : { '': side }
}

function compare(field: string, was: Fields, is: Fields): FieldChange {
  if (!Object.hasOwn(was, field)) return { field, change: 'added', after: is[field] }
  if (!Object.hasOwn(is, field)) return { field, change: 'removed', before: was[field] }
  const change = isEqual(was[field], is[field]) ? 'same' : 'changed'
  return { field, change, before: was[field], after: is[field] }
}

function isEqual(one: unknown, other: unknown): boolean {
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((value, index) => isEqual(value, other[index]))
  if (!isRecord(one) || !isRecord(other)) return one === other
  const keys = Object.keys(one)
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => Object.hasOwn(other, key) && isEqual(one[key], other[key]))
  )
}

const isRecord = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
