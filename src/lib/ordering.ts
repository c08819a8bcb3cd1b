import { invalidField } from './errors.ts'

/** The direction of an order. */
export type Direction = 'ASC' | 'DESC'

/** The order of a list, by one field; rows that are equal in it are in the order of their ids. */
export type Order<Field extends string> = { field: Field; direction: Direction }

/** The place of a row in an ordered list: the text of its sort value, null if it has none, and its id. */
export type Place = { value: string | null; id: string }

/** The text of a place, for a cursor. */
export const writePlace = ({ value, id }: Place): string => JSON.stringify([value, id])

/** The place of a row in a list with the newest first, for a cursor. */
export const writePlaceInTime = (id: string, at: Date): string => writePlace({ id, value: at.toISOString() })

/**
 * Reads a place in a list with the newest first.
 * @throws DomainError INVALID_INPUT for a text that `writePlaceInTime` did not write.
 */
export function readPlaceInTime(text: string): { at: Date; id: string } {
  const { id, value } = readPlace(text)
  if (value === null || !/^\d{4}-\d\d-\d\dT[\d:.]{12}Z$/.test(value) || Number.isNaN(Date.parse(value)))
    throw ofAnotherList()
  return { id, at: new Date(value) }
}

/** The error for a cursor that belongs to another list or another order. */
export const ofAnotherList = () => invalidField('after', { code: 'CURSOR_OF_OTHER_LIST', parameters: {} })

/**
 * Reads a place from the text of a cursor.
 * @throws DomainError INVALID_INPUT for a text that `writePlace` did not write.
 */
export function readPlace(text: string): Place {
  const [value, id] = parseList(text)
  if ((typeof value !== 'string' && value !== null) || typeof id !== 'string') throw ofAnotherList()
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
