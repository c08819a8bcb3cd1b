import { invalidField } from './errors.ts'

/** The direction of an order. */
export type Direction = 'ASC' | 'DESC'

/** The order of a list, by one field; rows that are equal in it are in the order of their ids. */
export type Order<Field extends string> = { field: Field; direction: Direction }

/** The place of a row in an ordered list: the text of its sort value, null if it has none, and its id. */
export type Place = { value: string | null; id: string }

/** The text of a place, for a cursor. */
export const writePlace = ({ value, id }: Place): string => JSON.stringify([value, id])

/**
 * Reads a place from the text of a cursor.
 * @throws DomainError INVALID_INPUT for a text that `writePlace` did not write.
 */
export function readPlace(text: string): Place {
  const [value, id] = parseList(text)
  if ((typeof value !== 'string' && value !== null) || typeof id !== 'string')
    throw invalidField('after', 'This cursor belongs to another order: start again without one.')
  return { value, id }
}

function parseList(text: string): unknown[] {
  try {
    const parsed: unknown = JSON.parse(text)
    return Array.isArray(parsed) ? parsed : []
  } catch {
    return []
  }
}
