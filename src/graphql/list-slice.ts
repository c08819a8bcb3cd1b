import { invalidField } from '../lib/errors.ts'
import { parseFirst } from './connection.ts'

/** Arguments of a list without pages; `after` is the id of the last item that the client has. */
export type SliceArguments = { first?: number | null; after?: string | null }

/**
 * Returns the requested part of a list; without arguments, the whole list. Fewer than `first` items mean that the list
 * ends there.
 * @throws DomainError INVALID_INPUT for a number out of bounds, and for an item that is not in the list.
 */
export const sliceList = <Item extends { id: string | number }>(
  items: readonly Item[],
  slice: SliceArguments,
): Item[] => sliceListBy(({ id }: Item) => String(id), items, slice)

/** Returns a part of a list whose items are identified by `idOf` instead of `id`; throws like `sliceList`. */
export const sliceListBy = <Item>(
  idOf: (item: Item) => string,
  items: readonly Item[],
  { first, after }: SliceArguments,
): Item[] => firstOf(after ? itemsAfter(idOf, items, after) : items, { first })

/** Returns the first items of a list, all without an argument; throws like `sliceList` for a number out of bounds. */
export const firstOf = <Item>(items: readonly Item[], { first }: SliceArguments): Item[] =>
  items.slice(0, first == null ? undefined : parseFirst(first))

function itemsAfter<Item>(idOf: (item: Item) => string, items: readonly Item[], after: string): readonly Item[] {
  const index = items.findIndex((item) => idOf(item) === after)
  if (index === -1) throw invalidField('after', { code: 'ITEM_NOT_IN_LIST', parameters: {} })
  return items.slice(index + 1)
}
