import { LRUCache } from 'lru-cache'
import type { Inventory } from '../../inventory/inventory.ts'

/** JSON texts of root fields, by their names in the response. */
export type FieldTexts = ReadonlyMap<string, Buffer>

/** Size of all cached texts, in bytes. */
const maxBytes = 8 * 1024 * 1024

/** Caches the texts of root fields that only change with the inventory, for one state of it. */
export function createFieldTextCache() {
  const texts = new LRUCache<string, FieldTexts>({
    maxSize: maxBytes,
    sizeCalculation: (fields, key) => [...fields.values()].reduce((sum, { length }) => sum + length, key.length + 1),
  })
  let current: Inventory | null = null
  return {
    /** Returns the texts cached under a key for this state of the inventory, or undefined. */
    find: (key: string, inventory: Inventory): FieldTexts | undefined =>
      inventory === current ? texts.get(key) : undefined,
    /** Caches texts that were read from this state of the inventory, or later; those of any other state are dropped. */
    put(key: string, inventory: Inventory, fields: FieldTexts): void {
      if (inventory !== current) texts.clear()
      current = inventory
      texts.set(key, fields)
    },
  }
}
