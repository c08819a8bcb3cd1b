/** The change of one field: its value before and after; a side without the field has no value. */
export type FieldChange = {
  field: string
  change: 'added' | 'removed' | 'changed' | 'same'
  before?: unknown
  after?: unknown
}

/** The fields of both sides, the changed ones first. A side that is not an object counts as one nameless field. */
export function diffFields(before: unknown, after: unknown): FieldChange[] {
  const [oldFields, newFields] = [toFields(before), toFields(after)]
  const names = [...new Set([...Object.keys(oldFields), ...Object.keys(newFields)])]
  const changes = names.map((field) => compareField(field, oldFields, newFields))
  return [...changes.filter(({ change }) => change !== 'same'), ...changes.filter(({ change }) => change === 'same')]
}

type Fields = Record<string, unknown>

function toFields(side: unknown): Fields {
  if (side === null || side === undefined) return {}
  return isRecord(side) ? side : { '': side }
}

function compareField(field: string, oldFields: Fields, newFields: Fields): FieldChange {
  if (!Object.hasOwn(oldFields, field)) return { field, change: 'added', after: newFields[field] }
  if (!Object.hasOwn(newFields, field)) return { field, change: 'removed', before: oldFields[field] }
  const change = isEqual(oldFields[field], newFields[field]) ? 'same' : 'changed'
  return { field, change, before: oldFields[field], after: newFields[field] }
}

function isEqual(a: unknown, b: unknown): boolean {
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((value, index) => isEqual(value, b[index]))
  if (!isRecord(a) || !isRecord(b)) return a === b
  const keys = Object.keys(a)
  return keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && isEqual(a[key], b[key]))
}

const isRecord = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
